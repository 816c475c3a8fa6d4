import type { Table } from './report.ts'
import { formatTable } from './report.ts'

/** Replaces what is between the markers of each table: `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`. */
export function writeTables(page: string, tables: { table: Table; source: string }[]): string {
  let written = page
  for (const { table, source } of tables) {
    const [start, end] = [`<!-- bench:${table.name} -->`, `<!-- /bench:${table.name} -->`]
    const [from, to] = [written.indexOf(start), written.indexOf(end)]
    if (from === -1 || to < from) continue
    written = `${written.slice(0, from + start.length)}\n\n${formatTable(table)}\n\n${source}\n\n${written.slice(to)}`
  }
  return written
}
