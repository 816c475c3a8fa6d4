import { language, strings } from '../../locales/index.ts'

const { period } = strings('drops')

const dateTimeFormat = new Intl.DateTimeFormat(language, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})
const zoneFormat = new Intl.DateTimeFormat(language, { timeZoneName: 'longOffset' })
const { timeZone } = zoneFormat.resolvedOptions()

type Period = { isDraft: boolean; startsDate: string; endsDate: string | null }

/** The start and the end of a campaign as dates: `Nov 22, 2026, 05:57 GMT+9 – no end`. */
export function formatPeriod({ isDraft, startsDate, endsDate }: Period, now: number): string {
  const start = isDraft && Date.parse(startsDate) <= now ? period.onPublish : formatDate(startsDate)
  return period.of(start, endsDate === null ? null : formatDate(endsDate))
}

/** The time zone of a browser's date and time field, `Asia/Seoul (GMT+09:00)`, at its value or now. */
export function localZone(local: string): string {
  const date = local === '' ? new Date() : new Date(local)
  const offset = zoneFormat.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return timeZone === offset ? timeZone : `${timeZone} (${offset})`
}

function formatDate(date: string): string {
  return dateTimeFormat.format(new Date(date))
}
