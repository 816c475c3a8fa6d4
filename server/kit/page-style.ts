import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('../assets/pages.css', import.meta.url), 'utf8')
const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The style sheet of the pages. Its address changes with it, so browsers may keep it for good. */
export const pageStyle = { path: `pages-${digest}.css`, text }
