import { language } from '../locales/index.ts'

/** For dense rows: day and time, without the year. */
export const secondFormat = new Intl.DateTimeFormat(language, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
