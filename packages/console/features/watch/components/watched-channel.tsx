import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { isMalformed, isNotFound } from '../../../lib/api.ts'
import { loadStrings, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { ChannelInfo } from './channel-info.tsx'
import { channelQuery, type ChannelDetails } from '../queries.ts'
import { Chat } from '../chat/chat.tsx'
import { Player } from './player.tsx'
import { AdultGate, useAgeConfirmation } from './adult-gate.tsx'
import { useChannel } from '../use-channel.ts'
import classes from '../pages/watch.module.css'

const { page: t } = strings('watch')

const OfflineChannel = lazy(async () => {
  await loadStrings('about')
  return import('../about/offline-channel.tsx')
})
const OtherLives = lazy(() => import('./other-lives.tsx'))
const PrivateGate = lazy(async () => {
  await loadStrings('private')
  return import('./private-gate.tsx')
})
const ChannelRecordings = lazy(async () => {
  await loadStrings('replay')
  return import('../replay/channel-recordings.tsx')
})

/** The channel, or why it is not shown. */
export function WatchedChannel({ channelId }: { channelId: string }) {
  const [isAgeConfirmed, confirmAge] = useAgeConfirmation()
  const { data: channel, error, refetch } = useQuery(channelQuery(channelId))
  if (channel?.watchBlock != null)
    return (
      <Suspense>
        <PrivateGate channel={channel} block={channel.watchBlock} />
      </Suspense>
    )
  if (channel?.state.adult && !isAgeConfirmed) return <AdultGate onConfirm={confirmAge} />
  if (channel) return <ChannelRoom channel={channel} />
  return <WatchPending error={error} refetch={() => void refetch()} />
}

type PendingProps = { error: Error | null; refetch: () => void }

/** Shown until the channel is there, and if it does not come. */
export function WatchPending({ error, refetch }: PendingProps) {
  if (error)
    return isNotFound(error) || isMalformed(error) ? (
      <NotFound title={t.notFound} about={t.notFoundHint} />
    ) : (
      <ErrorAlert error={error} refetch={refetch} />
    )
  return (
    <div className={classes.page}>
      <Box p="xl">
        <Loading />
      </Box>
    </div>
  )
}

/** Its socket counts the visitor as a viewer. */
function ChannelRoom({ channel }: { channel: ChannelDetails }) {
  const { feed, isConnected, viewer, viewerUpdatedAt } = useChannel(channel.channelId)
  return (
    <div className={classes.page}>
      <div className={classes.stage}>
        {channel.state.live === null ? (
          <Suspense fallback={<Loading />}>
            <OfflineChannel channel={channel} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt} />
          </Suspense>
        ) : (
          <>
            <Player channel={channel} />
            <ChannelInfo channel={channel} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt} />
          </>
        )}
        <Suspense>
          <ChannelRecordings channel={channel} />
        </Suspense>
        {channel.state.live === null && (
          <Suspense>
            <OtherLives />
          </Suspense>
        )}
      </div>
      <Chat channel={channel} feed={feed} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt} isConnected={isConnected} />
    </div>
  )
}
