import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const sources = ['styles/tokens.css', 'styles/base.css', 'server/assets/pages.css']
const root = new URL('../../../', import.meta.url)
const text = sources.map((source) => readFileSync(new URL(source, root), 'utf8')).join('')

/** The style sheet of the server-rendered pages. The path contains a hash of the text, so browsers may cache it forever. */
export const styleSheet = { path: `pages-${hash(text)}.css`, text }

const scripts = {
  'copy.js': hash(readFileSync(new URL('server/assets/copy.js', root), 'utf8')),
  'records.js': hash(readFileSync(new URL('server/assets/records.js', root), 'utf8')),
}

/** The address of a script of the pages. A change of the script changes it. */
export function scriptPath(name: keyof typeof scripts): string {
  return `/assets/${name}?${scripts[name]}`
}

/** The fonts are files of the built console; null where it is not built, and the pages use fonts of the system. */
export const fontSheetPath = findFontSheet()

function findFontSheet(): string | null {
  const folder = new URL('console/dist/assets/', root)
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
