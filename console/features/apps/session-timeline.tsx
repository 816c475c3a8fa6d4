import { usePlatformTime } from '../../lib/platform-time.ts'
import { language } from '../../locales/index.ts'
import classes from './session-timeline.module.css'

type Session = { sessionKey: string; connectedDate: string; label: string }

const timeFormat = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
const minWidth = 0.5

/** Since when each session is connected, as bars from the first connect until now. The list below has the same times. */
export function SessionTimeline({ sessions }: { sessions: readonly Session[] }) {
  const now = usePlatformTime()
  const starts = sessions.map(({ connectedDate }) => Date.parse(connectedDate))
  const first = Math.min(now - 1_000, ...starts)
  return (
    <figure className={classes.timeline} aria-hidden="true">
      {sessions.map(({ sessionKey, label }, index) => {
        const left = Math.min(100 - minWidth, (100 * ((starts[index] ?? first) - first)) / (now - first))
        return (
          <div key={sessionKey}>
            <bdi>{label}</bdi>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none">
              <rect className={classes.track} x="0" y="3.5" width="100" height="1" />
              <rect className={classes.bar} x={left} y="1" width={100 - left} height="6" />
            </svg>
          </div>
        )
      })}
      <figcaption>
        <span>{timeFormat.format(first)}</span>
        <span>{timeFormat.format(now)}</span>
      </figcaption>
    </figure>
  )
}
