import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../../../', import.meta.url)
const readSource = (source: string) => readFileSync(new URL(source, root), 'utf8')

const tokens = readSource('packages/styles/tokens.css')
/** The styles that every page of the site has in common, such as those of the header. */
const base = readSource('packages/styles/base.css')

/** Styles in the head of the console, whose own and Mantine's styles override this layer (console/app/global.css). */
export const consoleBaseStyles = `${tokens}@layer base {\n${base}}\n`

const text = tokens + base + readSource('packages/server/assets/pages.css')

/** The style sheet of the server-rendered pages. The path contains a hash of the text, so browsers may cache it forever. */
export const styleSheet = { path: `pages-${hash(text)}.css`, text }

const scripts = {
  'back.js': hash(readSource('packages/server/assets/back.js')),
  'confirmed.js': hash(readSource('packages/server/assets/confirmed.js')),
  'copy.js': hash(readSource('packages/server/assets/copy.js')),
  'passkey.js': hash(readSource('packages/server/assets/passkey.js')),
  'password.js': hash(readSource('packages/server/assets/password.js')),
  'puzzle.js': hash(readSource('packages/server/assets/puzzle.js')),
  'search.js': hash(readSource('packages/server/assets/search.js')),
}

/** The address of a script of the pages. A change of the script changes it. */
export function scriptPath(name: keyof typeof scripts): string {
  return `/assets/${name}?${scripts[name]}`
}

/** The fonts are files of the built console; null where it is not built, and the pages use fonts of the system. */
export const fontSheetPath = findFontSheet()

function findFontSheet(): string | null {
  const folder = new URL('packages/console/dist/assets/', root)
  try {
    const name = readdirSync(folder).find((file) => /^fonts-[\w-]+\.css$/.test(file))
    return name === undefined ? null : `/console/assets/${name}`
  } catch {
    return null
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
