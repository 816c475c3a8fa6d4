import { invalidField } from './refusal.ts'

/** `2026-07-26T03:14:18.629000000`: Asia/Seoul (+9 h, no summer time), nine decimals, no zone. Gap 7. */
export function seoulDate(at: number): string {
  return `${new Date(at + 9 * 3_600_000).toISOString().slice(0, 23)}000000`
}

/** RFC 3339 in UTC. */
export function utcDate(at: number): string {
  return new Date(at).toISOString()
}

/** RFC 3339 in UTC to the second, `2024-08-01T09:20:26Z`: the format of drops. Gap 62. */
export function utcSecond(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

export function utcSecondOrNull(at: number | null): string | null {
  return at === null ? null : utcSecond(at)
}

type DateName<Name> = Name extends `${infer Of}At` ? `${Of}Date` : Name
type WithDates<Row> = {
  [Name in keyof Row as DateName<Name>]: Name extends `${string}At` ? string | Exclude<Row[Name], number> : Row[Name]
}

/** A row as an answer has it: each time in milliseconds, whose name ends in `At`, is a date to the second. */
export function withDates<Row extends object>(row: Row): WithDates<Row> {
  const fields = Object.entries(row).map(([name, value]: [string, unknown]) =>
    name.endsWith('At') ? [`${name.slice(0, -2)}Date`, utcSecondOrNull(value as number | null)] : [name, value],
  )
  return Object.fromEntries(fields) as WithDates<Row>
}

/** Parses an RFC 3339 timestamp. Throws a refusal that names the field. */
export function parseTimestamp(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = Date.parse(text)
  if (!/^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(at))
    throw invalidField(field, 'INVALID_DATE')
  return at
}

/** `2026-07-18 23:32:12` in the zone of the setting ONAIR_DISPLAY_ZONE: dates for people. Gap 18. */
export function displayDate(at: number, zone: string): string {
  return formatOf(zone).format(at).replace(', ', ' ')
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    // Swedish dates have the form of ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(zone, format)
  }
  return format
}
