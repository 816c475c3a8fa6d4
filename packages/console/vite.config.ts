import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [react(), loadStylesAfterFrame(), dropConsoleTexts()],
  css: { modules: { generateScopedName } },
  // The server replaces it by a new nonce in each response.
  html: { cspNonce: '__NONCE__' },
  build: {
    // The browser of OBS 28 to 30, for the overlays.
    target: ['es2022', 'chrome103'],
    // The first with light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: pathOf('index.html'), overlay: pathOf('overlay.html'), fonts: pathOf('fonts.css') },
      output: {
        chunkFileNames,
        // What every page needs is two files; over HTTP/1.1 a slow network takes longer for thirty small ones.
        codeSplitting: {
          groups: [
            {
              name: 'contract',
              tags: ['$initial'],
              test: /\/packages\/(contract|sdk)\/(?!(console\/)?overlays\.ts)/,
              priority: 2,
            },
            { name: 'main', tags: ['$initial'], test: isMain, priority: 1 },
          ],
        },
      },
    },
  },
})

/** Overlays are pages of their own, with few scripts. Entries stay apart, so that a page runs no other's. */
function isMain(id: string): boolean {
  return !/\/(features\/overlay|packages\/overlays|socket\.io-client)\/|contract\/.*overlays\.ts$|\.html$|app\/main\.tsx$|fonts\.css$/.test(
    id,
  )
}

const styleSheetMark = '    <!-- The style sheet comes here. -->\n'

/** A style sheet in the head would delay the frame of index.html. After the frame it delays only what follows. */
function loadStylesAfterFrame(): Plugin {
  return {
    name: 'load-styles-after-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const links = html.match(/^ *<link rel="stylesheet"[^>]*>\n?/gm) ?? []
        const fonts = Object.keys(bundle ?? {}).find((name) => /^assets\/fonts-.*\.css$/.test(name))
        const fontLink = fonts === undefined ? '' : `    <link rel="stylesheet" href="/console/${fonts}">\n`
        const page = links.reduce((rest, link) => rest.replace(link, ''), html)
        return page.replace(styleSheetMark, links.join('') + fontLink)
      },
    },
  }
}

/** The pages show what endpoints of the open API and the sandbox say of themselves, and nothing of those of the console. */
function dropConsoleTexts(): Plugin {
  return {
    name: 'drop-console-texts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/packages\/contract\/console\// },
      handler(code) {
        const ranges: [start: number, end: number][] = []
        const visit = (node: unknown) => {
          if (typeof node !== 'object' || node === null) return
          if (isText(node)) ranges.push([node.start, node.end])
          else Object.values(node).forEach(visit)
        }
        visit(this.parse(code))
        return ranges.reduceRight(
          (rest, [start, end]) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''),
          code,
        )
      },
    },
  }
}

type Property = { type: 'Property'; start: number; end: number; key: { name?: string }; value: { type: string } }

/** Whether a node of the syntax tree is a property with a text about the endpoint. Fields of these names have no such value. */
function isText(node: object): node is Property {
  if (!('type' in node) || node.type !== 'Property') return false
  const { key, value } = node as Property
  const isString = value.type === 'Literal' || value.type === 'TemplateLiteral' || value.type === 'BinaryExpression'
  return key.name === 'errors'
    ? value.type === 'ObjectExpression' || value.type === 'Identifier'
    : isString && (key.name === 'summary' || key.name === 'description')
}

/** Strings carry their language, `strings-ko-watch-<hash>.js`, and parts of the contract are `contract-watch-<hash>.js`. */
function chunkFileNames({
  facadeModuleId,
  moduleIds,
}: {
  facadeModuleId?: string | null
  moduleIds: string[]
}): string {
  const [, language] = /\/locales\/(\w+)\/\w+\.ts$/.exec(facadeModuleId ?? '') ?? []
  if (language !== undefined) return `assets/strings-${language}-[name]-[hash].js`
  const isContract = moduleIds.every((id) => id.includes('/packages/contract/'))
  return `assets/${isContract ? 'contract-' : ''}[name]-[hash].js`
}

/** `row` of `layout.module.css` is `layout_row` in the page, so file names of CSS modules are unique. */
function generateScopedName(name: string, file: string): string {
  return `${basename(file.split('?')[0] ?? file, '.module.css')}_${name}`
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
