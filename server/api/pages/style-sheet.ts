import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const sources = ['styles/tokens.css', 'styles/base.css', 'server/assets/pages.css']
const root = new URL('../../../', import.meta.url)
const text = sources.map((source) => readFileSync(new URL(source, root), 'utf8')).join('')
const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The style sheet of the server-rendered pages. The path contains a hash of the text, so browsers may cache it forever. */
export const styleSheet = { path: `pages-${digest}.css`, text }
