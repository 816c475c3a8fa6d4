/** Prints a line of the result. */
export function print(text: string) {
  process.stdout.write(`${text}\n`)
}

/** Prints a line about progress or problems, separate from the result. */
export function printToStderr(text: string) {
  process.stderr.write(`${text}\n`)
}

/** Formats rows with aligned columns. */
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

export function shellQuote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`
}
