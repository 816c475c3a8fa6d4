import { reasonForField, Refusal } from './refusal.ts'

type CursorValues = readonly (string | number)[]

/** The values by which a list continues after a row, as one text that is opaque to clients. */
export function encodeCursor(...values: CursorValues): string {
  return Buffer.from(values.join(' ')).toString('base64url')
}

/** The groups of `pattern`, which matches the values of a cursor. Throws a 400 about the field `next` for any other text. */
export function decodeCursor(next: string, pattern: RegExp): string[] {
  const values = parseCursor(next, pattern)
  if (values === null) throw new Refusal('badInput', reasonForField('next', 'INVALID_CURSOR'))
  return values
}

/** The same, or null for any other text. */
export function parseCursor(next: string, pattern: RegExp): string[] | null {
  const values = pattern.exec(Buffer.from(next, 'base64url').toString())?.slice(1)
  return values !== undefined && encodeCursor(...values) === next ? values : null
}

/** The last row of the page before, in a list of people by time. */
export type TimeCursor = { createdAt: number; channelId: string }

/** The row after which a list of people by time continues; null: it begins. */
export function decodeTimeCursor(next: string | undefined): TimeCursor | null {
  if (next === undefined) return null
  const [createdAt, channelId = ''] = decodeCursor(next, /^(\d{1,15}) ([0-9a-f]{32})$/)
  return { createdAt: Number(createdAt), channelId }
}

/** Cuts a page of people by time. */
export function cutTimePage<Row extends TimeCursor>(rows: Row[], size: number) {
  return cutPage(rows, size, ({ createdAt, channelId }) => [createdAt, channelId])
}

/** Splits rows, one more than a page was read, into the page and the cursor of its last row if another row follows. */
export function cutPage<Row>(rows: Row[], size: number, valuesOf: (row: Row) => CursorValues) {
  const page = rows.slice(0, size)
  const last = rows.length > size ? page.at(-1) : undefined
  return { page, next: last === undefined ? null : encodeCursor(...valuesOf(last)) }
}
