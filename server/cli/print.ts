/** A line of what was asked for. */
export function print(text: string) {
  process.stdout.write(`${text}\n`)
}

/** A line for whoever watches, beside what was asked for. */
export function printToStderr(text: string) {
  process.stderr.write(`${text}\n`)
}

/** Lines of a table, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
