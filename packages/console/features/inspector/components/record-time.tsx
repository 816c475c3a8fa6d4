import { useQueryClient } from '@tanstack/react-query'
import { platformNow } from '../../../lib/platform-time.ts'
import { dayFormat, formatExactTime } from '../../../lib/time-format.ts'
import { language } from '../../../locales/index.ts'
import classes from './records.module.css'

const timeFormat = new Intl.DateTimeFormat(language, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})

/** The time of a record, with the day unless that is today; of one that another caused, how much later it was: `+90 ms`. Its tooltip is the exact time. */
export function RecordTime({ date, causedAt }: { date: string; causedAt?: string | undefined }) {
  const queries = useQueryClient()
  const at = new Date(date)
  const isToday = at.toDateString() === new Date(platformNow(queries)).toDateString()
  return (
    <time className={classes.timeText} dateTime={date} title={formatExactTime(at)}>
      {causedAt === undefined ? (
        <>
          {!isToday && <span className={classes.day}>{dayFormat.format(at)} </span>}
          {timeFormat.format(at)}
        </>
      ) : (
        formatDelay(at.getTime() - Date.parse(causedAt))
      )}
    </time>
  )
}

function formatDelay(ms: number): string {
  if (ms < 10_000) return `+${ms.toLocaleString(language)} ms`
  return `+${(ms / 1_000).toLocaleString(language, { maximumFractionDigits: 1 })} s`
}
