import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { consoleApi } from '@onair/contract'
import { api, isNotFound } from '../../../lib/api.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { watchProofOf } from '../viewer-claims.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { clipQuery } from './queries.ts'

const { clips: t } = strings('replay')

/** Makes a clip of the last minute, and says when it is ready. */
export default function ClipButton({ channelId }: { channelId: string }) {
  const make = useMutation({
    mutationFn: () =>
      api(consoleApi.recordings.createClip, { pathParams: { channelId }, body: watchProofOf(channelId) }),
  })
  const clipId = make.data?.clipId
  const retrySec = useRetryWait(make.error)
  return (
    <Group gap="sm">
      <Button
        size="xs"
        variant="default"
        title={t.makeHint}
        loading={make.isPending}
        disabled={retrySec > 0}
        onClick={() => make.mutate()}
      >
        {t.make}
      </Button>
      {clipId !== undefined && !make.isPending && <ClipState key={clipId} channelId={channelId} clipId={clipId} />}
      {make.error && <ErrorAlert error={make.error} />}
    </Group>
  )
}

function ClipState({ channelId, clipId }: { channelId: string; clipId: string }) {
  const { data: clip, error } = useQuery(clipQuery(channelId, clipId))
  const isReady = clip !== undefined && clip.videoUrl !== null
  const queries = useQueryClient()
  useEffect(() => {
    if (isReady) void queries.invalidateQueries({ queryKey: ['clips', channelId] })
  }, [isReady, queries, channelId])
  if (error && !isNotFound(error)) return <ErrorAlert error={error} />
  return (
    <Text span size="sm" role="status">
      {error ? t.failed : isReady ? t.made : t.making}{' '}
      {isReady && (
        <AnchorLink inherit to="/watch/$channelId/clips/$clipId" params={{ channelId, clipId }} target="_blank">
          {t.open}
        </AnchorLink>
      )}
    </Text>
  )
}
