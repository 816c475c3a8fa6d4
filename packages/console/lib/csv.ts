/** CSV by RFC 4180. Spreadsheets recognize UTF-8 by the byte order mark. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${toCsvRows(rows)}`
}

/** Further rows of a file that begins with `toCsv`. */
export function toCsvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string): string {
  // A spreadsheet would run a name that begins like a formula, also one in full width.
  const text = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
