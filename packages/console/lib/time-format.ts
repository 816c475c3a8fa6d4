import { language } from '../locales/index.ts'

const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const second = { ...minute, second: '2-digit' } as const
const day = { month: 'short', day: 'numeric' } as const
const date = { ...day, year: 'numeric' } as const

/** Dates and times in full. */
export const dateTimeFormat = new Intl.DateTimeFormat(language, { ...date, ...second })
export const dateMinuteFormat = new Intl.DateTimeFormat(language, { ...date, ...minute })

const millisecondFormat = new Intl.DateTimeFormat(language, { ...date, ...second, fractionalSecondDigits: 3 })
const zoneFormat = new Intl.DateTimeFormat(language, { timeZoneName: 'short' })

/** The format with milliseconds and the zone: `Nov 27, 2026, 17:57:10.348 GMT+9`. One format with the zone has other words in Korean. */
export function formatExactTime(at: Date): string {
  const zone = zoneFormat.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return `${millisecondFormat.format(at)} ${zone}`
}

export const dateFormat = new Intl.DateTimeFormat(language, date)

export const dayFormat = new Intl.DateTimeFormat(language, day)

/** The format for dense rows: day and time, without the year. */
export const daySecondFormat = new Intl.DateTimeFormat(language, { ...day, ...second })
export const dayMinuteFormat = new Intl.DateTimeFormat(language, { ...day, ...minute })

/** The format for events within a day: the time only. */
export const secondFormat = new Intl.DateTimeFormat(language, second)
export const minuteFormat = new Intl.DateTimeFormat(language, minute)

/** The format for what is planned: with the day of the week. */
export const plannedFormat = new Intl.DateTimeFormat(language, { ...day, ...minute, weekday: 'short' })
