import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import type { ViewerStatus } from '@onair/contract'
import { plannedFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { categoryName } from '../../channels/category-name.ts'
import { Avatar } from '../components/avatar.tsx'
import { ChannelDrops, ChannelMarks, ViewerActions } from '../components/channel-info.tsx'
import type { ChannelDetails } from '../queries.ts'
import ChannelAbout from './channel-about.tsx'
import { channelProfileQuery, channelScheduleQuery } from './queries.ts'
import ShareButton from './share-button.tsx'
import classes from './about.module.css'

const t = strings('about')
const { info, player } = strings('watch')
const { lastLive } = strings('common').time

type Props = {
  channel: ChannelDetails
  viewer: ViewerStatus | null
  viewerUpdatedAt: number
  /** The replays and clips of the channel. */
  children: ReactNode
}

/** The page of a channel that is not live: who it is, its next and its last live, what it has to watch, its introduction and links. */
export default function OfflineChannel({ channel, viewer, viewerUpdatedAt, children }: Props) {
  const { channelId, channelName, channelImageUrl, state } = channel
  const handle = useQuery(channelProfileQuery(channelId)).data?.handle ?? null
  const isOwn = viewer?.channelId === channelId
  return (
    <>
      <header>
        <div className={classes.band} style={hueOf(channelId)} />
        <div className={classes.who}>
          <Avatar name={channelName} imageUrl={channelImageUrl} size="large" />
          <div className={classes.name}>
            <Group gap={4}>
              <PageTitle>{channelName}</PageTitle> <ChannelMarks channel={channel} viewer={viewer} />
            </Group>
            <Group component="p" gap="0 12px" c="dimmed">
              {handle !== null && <span>@{handle}</span>}
              <span>{info.followers(state.followerCount)}</span>
              {state.adult && <span>{info.adult}</span>}
            </Group>
          </div>
          <Group gap="xs" className={classes.actions}>
            <ViewerActions channel={channel} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt} />
            <ShareButton channel={channel} />
          </Group>
        </div>
      </header>
      <div className={`card ${classes.state}`} role="status">
        <div>
          <b className="dot">{player.offline}</b>
          <LastLive state={state} />
        </div>
        <NextLive channelId={channelId} />
        <small>{isOwn || viewer?.follows ? player.offlineHint : t.followHint}</small>
      </div>
      {children}
      <div className={classes.columns}>
        <ChannelAbout channelId={channelId} audience={state.audience} placeholder={t.nothing} />
      </div>
      {isOwn && (
        <p className={classes.edit}>
          <Link to="/studio/channel">{t.edit}</Link>
        </p>
      )}
      <div className={classes.drops}>
        <ChannelDrops channel={channel} viewer={viewer} />
      </div>
    </>
  )
}

function NextLive({ channelId }: { channelId: string }) {
  const next = useQuery(channelScheduleQuery(channelId)).data?.occurrences.find(({ isCancelled }) => !isCancelled)
  if (next === undefined) return null
  return (
    <div className={classes.next}>
      <span>{t.schedule.next}</span>
      <time dateTime={next.startsDate}>{plannedFormat.format(new Date(next.startsDate))}</time>
      <span>
        <RelativeTime at={next.startsDate} /> · <bdi>{next.title}</bdi>
      </span>
    </div>
  )
}

function LastLive({ state: { lastLive: last } }: Pick<ChannelDetails, 'state'>) {
  if (last === null) return <span>{player.neverLive}</span>
  return (
    <span>
      <RelativeTime at={last.closedDate} phrase={lastLive} />
      {last.title !== null && (
        <>
          {' · '}
          <bdi>{last.title}</bdi>
        </>
      )}
      {last.category && ` · ${categoryName(last.category)}`}
    </span>
  )
}

/** Ids are random, so the bands of channels differ. */
function hueOf(channelId: string): CSSProperties {
  return { '--hue': parseInt(channelId.slice(0, 4), 16) % 360 } as CSSProperties
}
