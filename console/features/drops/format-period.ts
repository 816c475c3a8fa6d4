import { language, strings } from '../../locales/index.ts'

const { period } = strings('drops')

const dateTimeFormat = new Intl.DateTimeFormat(language, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** The start and the end of a campaign as dates: `Nov 22, 2026, 5:57 AM GMT+9 – no end`. */
export function formatPeriod(startsDate: string, endsDate: string | null): string {
  return period(formatDate(startsDate), endsDate === null ? null : formatDate(endsDate))
}

function formatDate(date: string): string {
  return dateTimeFormat.format(new Date(date))
}
