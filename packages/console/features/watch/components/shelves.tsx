import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { plannedFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { VerifiedMark } from '../chat/sender-name.tsx'
import { categoryName } from '../../channels/category-name.ts'
import { formatLength } from '../durations.ts'
import { liveTitleOf } from '../live-title.ts'
import { shelvesQuery } from '../queries.ts'
import classes from '../pages/lives.module.css'
import { Avatar } from './avatar.tsx'

const t = strings('lives')
const { lastLive } = strings('common').time

/** The shelves below the list while few channels are live: the next broadcasts, the last ones, and channels. */
export function Shelves() {
  const { data } = useQuery(shelvesQuery)
  if (data === undefined) return null
  const { plans, replays, channels } = data
  return (
    <>
      {plans.length > 0 && (
        <Shelf title={t.plans}>
          {plans.map(({ channelId, channelName, channelImageUrl, title, nextDate, category }) => (
            <ChannelCard
              key={`${channelId} ${nextDate}`}
              channel={{ channelId, channelName, channelImageUrl }}
              title={title}
              facts={
                <>
                  <bdi>{channelName}</bdi>
                  {category && ` · ${categoryName({ ...category, englishName: category.categoryEnglishName })}`}
                </>
              }
            >
              <time dateTime={nextDate}>{plannedFormat.format(new Date(nextDate))}</time> ·{' '}
              <RelativeTime at={nextDate} isInControl />
            </ChannelCard>
          ))}
        </Shelf>
      )}
      {replays.length > 0 && (
        <Shelf title={t.replays}>
          {replays.map(({ channelId, channelName, channelImageUrl, recordingId, title, durationMs, ...replay }) => (
            <li key={recordingId} className={`card ${classes.card}`}>
              <div className={`picture ${classes.picture}`}>
                <img src={replay.imageUrl} alt="" width="480" height="270" loading="lazy" />
                <span>{formatLength(durationMs)}</span>
              </div>
              <div className={classes.about}>
                <Avatar name={channelName} imageUrl={channelImageUrl} />
                <Stack gap={4}>
                  <h3>
                    <Link
                      className="card-link"
                      to="/watch/$channelId/replays/$recordingId"
                      params={{ channelId, recordingId }}
                    >
                      {liveTitleOf(title, channelName)}
                    </Link>
                  </h3>
                  <Text c="dimmed" truncate size="sm">
                    <bdi>{channelName}</bdi> · <RelativeTime at={replay.endedDate} isInControl />
                  </Text>
                </Stack>
              </div>
            </li>
          ))}
        </Shelf>
      )}
      {channels.length > 0 && (
        <Shelf title={t.channels}>
          {channels.map(({ verifiedMark, followerCount, lastClosedDate, lastTitle, ...channel }) => (
            <ChannelCard
              key={channel.channelId}
              channel={channel}
              title={channel.channelName}
              mark={verifiedMark && <VerifiedMark />}
              facts={t.followers(followerCount)}
            >
              {lastClosedDate !== null && <RelativeTime at={lastClosedDate} phrase={lastLive} isInControl />}
              {lastTitle !== null && (
                <>
                  {' · '}
                  <bdi>{lastTitle}</bdi>
                </>
              )}
            </ChannelCard>
          ))}
        </Shelf>
      )}
    </>
  )
}

function Shelf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="md" aria-label={title}>
      <h2>{title}</h2>
      <ul className="card-grid">{children}</ul>
    </Stack>
  )
}

type ChannelCardProps = {
  channel: { channelId: string; channelName: string; channelImageUrl: string | null }
  title: string
  mark?: ReactNode
  facts: ReactNode
  children: ReactNode
}

function ChannelCard({ channel, title, mark, facts, children }: ChannelCardProps) {
  const { channelId, channelName, channelImageUrl } = channel
  return (
    <li className="card card-row">
      <Avatar name={channelName} imageUrl={channelImageUrl} />
      <div>
        <h3>
          <Link className="card-link" to="/watch/$channelId" params={{ channelId }}>
            <bdi>{title}</bdi>
          </Link>
          {mark}
        </h3>
        <Text c="dimmed" size="sm" truncate>
          {facts}
        </Text>
        <Text c="dimmed" size="sm" truncate>
          {children}
        </Text>
      </div>
    </li>
  )
}
