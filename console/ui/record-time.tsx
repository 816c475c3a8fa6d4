import { exactFormat } from '../lib/time-format.ts'
import { language } from '../locales/index.ts'
import classes from './records.module.css'

const timeFormat = new Intl.DateTimeFormat(language, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})

/** The time of a record; of one that another caused, how much later it was: `+90 ms`. Its tooltip is the exact time. */
export function RecordTime({ date, causedAt }: { date: string; causedAt?: string | undefined }) {
  const at = new Date(date)
  return (
    <time className={classes.timeText} dateTime={date} title={exactFormat.format(at)}>
      {causedAt === undefined ? timeFormat.format(at) : formatDelay(at.getTime() - Date.parse(causedAt))}
    </time>
  )
}

function formatDelay(ms: number): string {
  if (ms < 10_000) return `+${ms.toLocaleString(language)} ms`
  return `+${(ms / 1_000).toLocaleString(language, { maximumFractionDigits: 1 })} s`
}
