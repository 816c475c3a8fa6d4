import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { strings } from '../../../locales/index.ts'
import { MorePages } from '../../../ui/list.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { categoryName } from '../../channels/category-name.ts'
import { formatLength } from '../durations.ts'
import { liveTitleOf } from '../live-title.ts'
import type { ChannelDetails } from '../queries.ts'
import { recordingsQuery, type Recording } from './queries.ts'
import classes from './replay.module.css'
import layout from '../../../ui/layout.module.css'

const t = strings('replay')

type Props = { channel: ChannelDetails }

/** The recordings of a channel, if it has any. */
export default function ChannelRecordings({ channel }: Props) {
  const query = useInfiniteQuery(recordingsQuery(channel.channelId))
  const recordings = query.data?.pages.flatMap(({ data }) => data) ?? []
  if (recordings.length === 0) return null
  return (
    <Stack
      component="section"
      gap="md"
      className={classes.recordings}
      data-live={channel.state.live !== null || undefined}
      aria-labelledby="replays"
    >
      <h2 id="replays">{t.title}</h2>
      <ul className={`${layout.plainList} ${classes.list}`}>
        {recordings.map((recording) => (
          <RecordingCard key={recording.recordingId} channel={channel} recording={recording} />
        ))}
      </ul>
      <MorePages query={query} />
    </Stack>
  )
}

function RecordingCard({ channel: { channelId, channelName }, recording }: Props & { recording: Recording }) {
  const { recordingId, title, category, startedDate, durationMs, adult } = recording
  return (
    <li className={`card ${classes.card}`}>
      <span className={classes.length}>{formatLength(durationMs)}</span>
      <div>
        <Link to="/watch/$channelId/replays/$recordingId" params={{ channelId, recordingId }}>
          {liveTitleOf(title, channelName)}
        </Link>
        <Text size="sm" c="dimmed">
          <RelativeTime at={startedDate} isInControl />
          {category && ` · ${categoryName(category)}`}
          {adult && ` · ${t.adult}`}
        </Text>
      </div>
    </li>
  )
}
