import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { strings } from '../../../locales/index.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Stats } from '../../../ui/stats.tsx'
import { liveTitleOf } from '../../watch/live-title.ts'
import classes from '../pages/overview.module.css'

const { overview: t } = strings('studio')
const { loading, time } = strings('common')

type Live = { liveTitle: string | null; openedDate: string }

type Props = {
  /** Undefined while it loads. */
  live: Live | null | undefined
  channel: { channelId: string; channelName: string } | null | undefined
  /** Shown instead of the title while the channel is offline. */
  offline?: ReactNode
  hint?: ReactNode
  /** The figures of the audience. */
  stats: ReactNode
  /** Controls of the live. */
  children?: ReactNode
}

/** Whether a channel is on air, with its title, its time and its audience. */
export function LiveState({ live, channel, offline, hint, stats, children }: Props) {
  return (
    <section className={`${classes.state} card`} aria-labelledby="air">
      <div className={classes.onAir}>
        <h2 id="air" data-on={live != null || undefined}>
          {live === undefined ? loading : live ? t.live : t.offline}
        </h2>
        <p>
          {live && channel ? (
            <>
              <b>
                <bdi>{liveTitleOf(live.liveTitle, channel.channelName)}</bdi>
              </b>{' '}
              <Text span size="sm" c="dimmed">
                <RelativeTime at={live.openedDate} phrase={time.uptime} />
              </Text>{' '}
              <Anchor size="sm" href={`/watch/${channel.channelId}`}>
                {t.watch}
              </Anchor>
            </>
          ) : (
            offline
          )}
          <Text component="small" size="sm" c="dimmed">
            {hint}
          </Text>
        </p>
      </div>
      <Stats label={t.audience}>{stats}</Stats>
      {children}
    </section>
  )
}
