import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { isMalformed, isNotFound, isRefusal } from '../../../lib/api.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
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
import { clipQuery, deleteClip, type ClipDetails } from '../replay/queries.ts'
import classes from '../replay/replay.module.css'

const replay = strings('replay')
const { clips: t } = replay

/** A clip of a broadcast. */
export function Clip() {
  const { channelId, clipId } = useParams({ from: '/watch/$channelId/clips/$clipId' })
  const [, confirmAge] = useAgeConfirmation()
  const { data, error, refetch } = useQuery(clipQuery(channelId, clipId))
  if (data) return <ClipRoom channelId={channelId} clip={data} />
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
      <NotFound title={t.notFound} about={replay.notFoundHint} />
    ) : (
      <ErrorAlert error={error} refetch={() => void refetch()} />
    )
  return <Loading />
}

function ClipRoom({ channelId, clip }: { channelId: string; clip: ClipDetails }) {
  const { channelName, title, creatorName, createdDate, durationMs, adult, videoUrl } = clip
  const shownTitle = liveTitleOf(title, channelName)
  return (
    <Stack gap="md" maw={960} mx="auto">
      <section className={classes.player} aria-label={t.video}>
        {videoUrl === null ? (
          <Text role="status">{t.making}</Text>
        ) : (
          // A broadcast has no captions.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video controls playsInline preload="metadata" aria-label={t.video} src={videoUrl} />
        )}
      </section>
      <Stack gap="xs">
        <PageTitle>{shownTitle}</PageTitle>
        <Group gap="xs">
          {adult && <Badge color="red">{replay.adult}</Badge>}
          <Text span size="sm" c="dimmed">
            <bdi>{t.by(creatorName)}</bdi> · <RelativeTime at={createdDate} /> · {formatLength(durationMs)}
          </Text>
        </Group>
        <Group justify="space-between">
          <AnchorLink to="/watch/$channelId" params={{ channelId }}>
            <bdi>{replay.toChannel(channelName)}</bdi>
          </AnchorLink>
          <Group gap="xs">
            {videoUrl !== null && (
              <Button component="a" size="xs" variant="default" href={`${videoUrl}?download`} download>
                {t.download}
              </Button>
            )}
            <DeleteClip channelId={channelId} clip={clip} />
          </Group>
        </Group>
      </Stack>
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
