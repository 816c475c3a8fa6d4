import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const files = ['../../styles/tokens.css', '../../styles/base.css', '../assets/pages.css']
const text = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('')
const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The style sheet of the pages, in the colours of the console. Its address changes with it, so browsers may keep it for good. */
export const pageStyle = { path: `pages-${digest}.css`, text }
