import { Badge, Box, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isMalformed, isNotFound, isRefusal } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { categoryName } from '../../channels/category-name.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { AdultGate, useAgeConfirmation } from '../components/adult-gate.tsx'
import { formatLength } from '../durations.ts'
import { liveTitleOf } from '../live-title.ts'
import { viewerStatusQuery } from '../queries.ts'
import { deleteRecording, recordingQuery, type RecordingDetails } from '../replay/queries.ts'
import { ReplayChat } from '../replay/replay-chat.tsx'
import { ReplayPlayer } from '../replay/replay-player.tsx'
import classes from './watch.module.css'
import replay from '../replay/replay.module.css'

const t = strings('replay')

/** A recording of a broadcast, with its chat. */
export function Replay() {
  const ids = useParams({ from: '/watch/$channelId/replays/$recordingId' })
  const { channelId, recordingId } = ids
  const [, confirmAge] = useAgeConfirmation()
  const { data, error, refetch } = useQuery(recordingQuery(channelId, recordingId))
  if (data) return <ReplayRoom key={recordingId} channelId={channelId} recording={data} />
  if (isRefusal(error, 'AGE_NOT_CONFIRMED'))
    return (
      <AdultGate
        onConfirm={() => {
          confirmAge()
          void refetch()
        }}
      />
    )
  if (error)
    return isNotFound(error) || isMalformed(error) ? (
      <NotFound title={t.notFound} about={t.notFoundHint} />
    ) : (
      <ErrorAlert error={error} refetch={() => void refetch()} />
    )
  return (
    <div className={classes.page}>
      <Box p="xl">
        <Loading />
      </Box>
    </div>
  )
}

function ReplayRoom({ channelId, recording }: { channelId: string; recording: RecordingDetails }) {
  const { recordingId, playbackUrl } = recording
  const [positionMs, setPositionMs] = useState(0)
  return (
    <div className={classes.page}>
      <div className={classes.stage}>
        <ReplayPlayer url={playbackUrl} onPosition={setPositionMs} />
        <About channelId={channelId} recording={recording} />
      </div>
      <ReplayChat channelId={channelId} recordingId={recordingId} positionMs={positionMs} />
    </div>
  )
}

function About({ channelId, recording }: { channelId: string; recording: RecordingDetails }) {
  const { recordingId, channelName, title, category, startedDate, durationMs, adult } = recording
  const isModerator = (useQuery(viewerStatusQuery(channelId)).data?.role ?? 'common_user') !== 'common_user'
  const shownTitle = liveTitleOf(title, channelName)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    await deleteRecording(channelId, recordingId)
    await queries.invalidateQueries({ queryKey: ['recordings', channelId] })
    await navigate({ to: '/watch/$channelId', params: { channelId } })
  }
  return (
    <section className={replay.about} aria-label={t.title}>
      <PageTitle>{shownTitle}</PageTitle>
      <Group gap="xs">
        {category && <Badge color="ink">{categoryName(category)}</Badge>}
        {adult && <Badge color="red">{t.adult}</Badge>}
        <Text span size="sm" c="dimmed">
          <RelativeTime at={startedDate} /> · {formatLength(durationMs)}
        </Text>
      </Group>
      <Group justify="space-between">
        <AnchorLink to="/watch/$channelId" params={{ channelId }}>
          <bdi>{t.toChannel(channelName)}</bdi>
        </AnchorLink>
        {isModerator && (
          <ConfirmButton
            label={t.delete}
            title={t.deleteTitle}
            confirmLabel={t.delete}
            onConfirm={remove}
            isDestructive
          >
            {t.deleteQuestion(shownTitle)}
          </ConfirmButton>
        )}
      </Group>
    </section>
  )
}
