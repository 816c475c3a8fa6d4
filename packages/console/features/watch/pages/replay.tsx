import { Box } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { categoryName } from '../../channels/category-name.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { liveTitleOf } from '../live-title.ts'
import { viewerStatusQuery } from '../queries.ts'
import { deleteRecording, recordingQuery, type RecordingDetails } from '../replay/queries.ts'
import { ReplayBoundary } from '../replay/replay-boundary.tsx'
import { ReplayChat } from '../replay/replay-chat.tsx'
import { playReplay } from '../replay/replay-engine.ts'
import { ReplayHead } from '../replay/replay-head.tsx'
import { ReplayPlayer } from '../replay/replay-player.tsx'
import classes from './watch.module.css'

const t = strings('replay')

/** A recording of a broadcast, with its chat. */
export function Replay() {
  const { channelId, recordingId } = useParams({ from: '/watch/$channelId/replays/$recordingId' })
  const query = useQuery(recordingQuery(channelId, recordingId))
  const loading = (
    <div className={classes.page}>
      <Box p="xl">
        <Loading />
      </Box>
    </div>
  )
  return (
    <ReplayBoundary channelId={channelId} query={query} notFound={t.notFound} loading={loading}>
      {(recording) => <ReplayRoom key={recordingId} channelId={channelId} recording={recording} />}
    </ReplayBoundary>
  )
}

function ReplayRoom({ channelId, recording }: { channelId: string; recording: RecordingDetails }) {
  const { recordingId, playbackUrl } = recording
  const [positionMs, setPositionMs] = useState(0)
  return (
    <div className={classes.page}>
      <div className={classes.stage}>
        <ReplayPlayer url={playbackUrl} play={playReplay} label={t.video} hasTheatre onPosition={setPositionMs} />
        <Head channelId={channelId} recording={recording} />
      </div>
      <ReplayChat channelId={channelId} recordingId={recordingId} positionMs={positionMs} />
    </div>
  )
}

function Head({ channelId, recording }: { channelId: string; recording: RecordingDetails }) {
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
    <ReplayHead
      title={shownTitle}
      channel={{ channelId, channelName }}
      {...(category && { category: categoryName(category) })}
      date={startedDate}
      durationMs={durationMs}
      adult={adult}
    >
      {isModerator && (
        <ConfirmButton label={t.delete} title={t.deleteTitle} confirmLabel={t.delete} onConfirm={remove} isDestructive>
          {t.deleteQuestion(shownTitle)}
        </ConfirmButton>
      )}
    </ReplayHead>
  )
}
