import { language, strings } from '../../locales/index.ts'

const { period } = strings('drops')

const dateTimeFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

/** The start and the end of a campaign as dates: `Nov 22, 2026, 5:57 AM – no end`. */
export function formatPeriod(startsDate: string, endsDate: string | null): string {
  return period(formatDate(startsDate), endsDate === null ? null : formatDate(endsDate))
}

function formatDate(date: string): string {
  return dateTimeFormat.format(new Date(date))
}
