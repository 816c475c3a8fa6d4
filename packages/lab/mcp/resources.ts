import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A page of the documentation. */
export type Page = { name: string; uri: string; title: string; read: () => Promise<string> }

const folder = fileURLToPath(new URL('../../../docs/', import.meta.url))
/** The reference, the gaps of the specification, and the guides. */
const patterns = ['api/*.md', 'gaps/*.md', '*.md', 'operate/*.md']

/** The pages, which the npm package contains too. */
export function listPages(): Page[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: folder }).toSorted())
    .map((name) => ({
      name,
      uri: `onair://docs/${name}`,
      title: /^# (.+)$/m.exec(readFileSync(`${folder}${name}`, 'utf8'))?.[1] ?? name,
      read: () => readFile(`${folder}${name}`, 'utf8'),
    }))
}
