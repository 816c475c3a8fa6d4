import { escapeControls } from '@onair/server/infra/observability/escape-controls.ts'

/** Prints a line of the result. No text, such as that of a webhook receiver, can control the terminal. */
export function print(text: string) {
  process.stdout.write(`${escapeControls(text)}\n`)
}

/** Prints a line about progress or problems, separate from the result. */
export function printToStderr(text: string) {
  process.stderr.write(`${escapeControls(text)}\n`)
}

/** Calls back when standard output was closed by its reader. */
export function onOutputClosed(callback: () => void) {
  process.stdout.once('error', callback)
}

/** A reader such as `head` may end before this process; what it prints afterwards is dropped. Other errors are thrown. */
export function ignoreClosedOutput() {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
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
