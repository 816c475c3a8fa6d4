import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { liveTitleOf } from '../live-title.ts'
import { viewerStatusQuery } from '../queries.ts'
import { playFile } from '../replay/play-file.ts'
import { clipQuery, deleteClip, type ClipDetails } from '../replay/queries.ts'
import { ReplayBoundary } from '../replay/replay-boundary.tsx'
import { ReplayHead } from '../replay/replay-head.tsx'
import { ReplayPlayer } from '../replay/replay-player.tsx'
import classes from '../replay/replay.module.css'

const replay = strings('replay')
const { clips: t } = replay

/** A clip of a broadcast. */
export function Clip() {
  const { channelId, clipId } = useParams({ from: '/watch/$channelId/clips/$clipId' })
  const query = useQuery(clipQuery(channelId, clipId))
  return (
    <ReplayBoundary channelId={channelId} query={query} notFound={t.notFound} loading={<Loading />}>
      {(clip) => <ClipRoom key={clipId} channelId={channelId} clip={clip} />}
    </ReplayBoundary>
  )
}

function ClipRoom({ channelId, clip }: { channelId: string; clip: ClipDetails }) {
  const { channelName, title, creatorName, createdDate, durationMs, adult, videoUrl, pictureUrl } = clip
  return (
    <Stack gap={0} maw={960} mx="auto" className={classes.clip}>
      {videoUrl === null ? (
        <section className={`screen ${classes.player}`} aria-label={t.video}>
          <Text role="status">{t.making}</Text>
        </section>
      ) : (
        <ReplayPlayer url={videoUrl} play={playFile} label={t.video} posterUrl={pictureUrl} />
      )}
      <ReplayHead
        title={liveTitleOf(title, channelName)}
        channel={{ channelId, channelName }}
        by={t.by(creatorName)}
        date={createdDate}
        durationMs={durationMs}
        adult={adult}
      >
        {videoUrl !== null && (
          <Button component="a" size="xs" variant="default" href={`${videoUrl}?download`} download>
            {t.download}
          </Button>
        )}
        <DeleteClip channelId={channelId} clip={clip} />
      </ReplayHead>
    </Stack>
  )
}

/** For whoever made the clip, and for moderators. */
function DeleteClip({ channelId, clip }: { channelId: string; clip: ClipDetails }) {
  const { clipId, channelName, creatorChannelId, title } = clip
  const isCreator = useQuery(visitorQuery).data?.channelId === creatorChannelId
  const role = useQuery(viewerStatusQuery(channelId)).data?.role ?? 'common_user'
  const queries = useQueryClient()
  const navigate = useNavigate()
  if (!isCreator && role === 'common_user') return null
  const remove = async () => {
    await deleteClip(channelId, clipId)
    await queries.invalidateQueries({ queryKey: ['clips', channelId] })
    await navigate({ to: '/watch/$channelId', params: { channelId } })
  }
  return (
    <ConfirmButton
      label={replay.delete}
      title={t.deleteTitle}
      confirmLabel={replay.delete}
      onConfirm={remove}
      isDestructive
    >
      {t.deleteQuestion(liveTitleOf(title, channelName))}
    </ConfirmButton>
  )
}
