import { usePlatformTime } from '../../lib/platform-time.ts'
import { language, strings } from '../../locales/index.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import layout from '../../ui/layout.module.css'
import table from '../../ui/table.module.css'
import classes from './session-timeline.module.css'

const { sessions: t } = strings('apps')

type Session = { sessionKey: string; connectedDate: string; label: string }

const timeFormat = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
const minWidth = 0.5

/** Since when each session is connected: its time, and a bar in a column that lasts from the first connect until now. */
export function SessionTimeline({ sessions }: { sessions: readonly Session[] }) {
  const now = usePlatformTime()
  const starts = sessions.map(({ connectedDate }) => Date.parse(connectedDate))
  const first = Math.min(now - 1_000, ...starts)
  return (
    <div className={`${layout.scroll} ${classes.timeline}`}>
      <table className={table.table} aria-label={t.timeline}>
        <thead>
          <tr>
            <th scope="col">{t.session}</th>
            <th scope="col">{t.since}</th>
            <th scope="col" className={classes.bars} aria-label={timeFormat.formatRange(first, now)}>
              <span className={classes.range}>
                <span>{timeFormat.format(first)}</span>
                <span>{timeFormat.format(now)}</span>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ sessionKey, connectedDate, label }, index) => {
            const left = Math.min(100 - minWidth, (100 * ((starts[index] ?? first) - first)) / (now - first))
            return (
              <tr key={sessionKey}>
                <th scope="row">
                  <bdi>{label}</bdi>
                </th>
                <td>
                  <RelativeTime at={connectedDate} />
                </td>
                <td aria-hidden="true">
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none">
                    <rect className={classes.track} x="0" y="3.5" width="100" height="1" />
                    <rect className={classes.bar} x={left} y="1" width={100 - left} height="6" />
                  </svg>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
