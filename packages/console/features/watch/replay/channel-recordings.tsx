import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { strings } from '../../../locales/index.ts'
import { MorePages } from '../../../ui/list.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { categoryName } from '../../channels/category-name.ts'
import { formatLength } from '../durations.ts'
import { liveTitleOf } from '../live-title.ts'
import type { ChannelDetails } from '../queries.ts'
import { clipsQuery, recordingsQuery } from './queries.ts'
import classes from './replay.module.css'

const t = strings('replay')

/** The recordings and the clips of a channel, if it has any. */
export default function ChannelRecordings({ channel }: { channel: ChannelDetails }) {
  const { channelId, channelName, state } = channel
  const recordings = useInfiniteQuery(recordingsQuery(channelId))
  const clips = useInfiniteQuery(clipsQuery(channelId))
  const shownRecordings = recordings.data?.pages.flatMap(({ data }) => data) ?? []
  const shownClips = clips.data?.pages.flatMap(({ data }) => data) ?? []
  const isLive = state.live !== null
  return (
    <>
      {shownRecordings.length > 0 && (
        <Shelf title={t.title} isLive={isLive} more={<MorePages query={recordings} />}>
          {shownRecordings.map(({ recordingId, title, category, startedDate, durationMs, adult, pictureUrl }) => (
            <Card
              key={recordingId}
              durationMs={durationMs}
              pictureUrl={pictureUrl}
              about={
                <>
                  <RelativeTime at={startedDate} isInControl />
                  {category && ` · ${categoryName(category)}`}
                  {adult && ` · ${t.adult}`}
                </>
              }
            >
              <Link
                className="card-link"
                to="/watch/$channelId/replays/$recordingId"
                params={{ channelId, recordingId }}
              >
                {liveTitleOf(title, channelName)}
              </Link>
            </Card>
          ))}
        </Shelf>
      )}
      {shownClips.length > 0 && (
        <Shelf title={t.clips.title} isLive={isLive} more={<MorePages query={clips} />}>
          {shownClips.map(({ clipId, title, creatorName, createdDate, durationMs, adult, pictureUrl }) => (
            <Card
              key={clipId}
              durationMs={durationMs}
              pictureUrl={pictureUrl}
              about={
                <>
                  <bdi>{t.clips.by(creatorName)}</bdi>
                  {' · '}
                  <RelativeTime at={createdDate} isInControl />
                  {adult && ` · ${t.adult}`}
                </>
              }
            >
              <Link className="card-link" to="/watch/$channelId/clips/$clipId" params={{ channelId, clipId }}>
                {liveTitleOf(title, channelName)}
              </Link>
            </Card>
          ))}
        </Shelf>
      )}
    </>
  )
}

type ShelfProps = { title: string; isLive: boolean; more: ReactNode; children: ReactNode }

function Shelf({ title, isLive, more, children }: ShelfProps) {
  return (
    <Stack
      component="section"
      gap="md"
      className={classes.recordings}
      data-live={isLive || undefined}
      aria-label={title}
    >
      <h2>{title}</h2>
      <ul className="card-grid">{children}</ul>
      {more}
    </Stack>
  )
}

type CardProps = { durationMs: number; pictureUrl: string | null; about: ReactNode; children: ReactNode }

function Card({ durationMs, pictureUrl, about, children }: CardProps) {
  return (
    <li className="card card-row">
      <div className={`picture ${classes.picture}`}>
        {pictureUrl !== null && <img src={pictureUrl} alt="" width="480" height="270" loading="lazy" />}
        <span>{formatLength(durationMs)}</span>
      </div>
      <div>
        {children}
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </div>
    </li>
  )
}
