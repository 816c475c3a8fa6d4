import { lazy, Suspense } from 'react'
import { loadStrings } from '../../../locales/index.ts'
import { Loading } from '../../../ui/loading.tsx'
import { ChannelInfo } from './channel-info.tsx'
import type { ChannelDetails } from '../queries.ts'
import { Chat } from '../chat/chat.tsx'
import { Player } from './player.tsx'
import { ChannelGate } from './channel-gate.tsx'
import { useChannel } from '../use-channel.ts'
import classes from '../pages/watch.module.css'

const OfflineChannel = lazy(async () => {
  await loadStrings('about')
  return import('../about/offline-channel.tsx')
})
const OtherLives = lazy(async () => {
  await loadStrings('lives')
  return import('./other-lives.tsx')
})
const ChannelRecordings = lazy(async () => {
  await loadStrings('replay')
  return import('../replay/channel-recordings.tsx')
})

/** The channel, or why it is not shown. */
export function WatchedChannel({ channelId }: { channelId: string }) {
  return <ChannelGate channelId={channelId}>{(channel) => <ChannelRoom channel={channel} />}</ChannelGate>
}

/** Its socket counts the visitor as a viewer. */
function ChannelRoom({ channel }: { channel: ChannelDetails }) {
  const room = useChannel(channel.channelId)
  const { viewer, viewerUpdatedAt } = room
  return (
    <div className={classes.page}>
      <div className={classes.stage}>
        {channel.state.live === null ? (
          <Suspense fallback={<Loading />}>
            <OfflineChannel channel={channel} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt}>
              <Suspense>
                <ChannelRecordings channel={channel} />
              </Suspense>
              <Suspense>
                <OtherLives />
              </Suspense>
            </OfflineChannel>
          </Suspense>
        ) : (
          <>
            <Player channel={channel} />
            <ChannelInfo channel={channel} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt} />
            <Suspense>
              <ChannelRecordings channel={channel} />
            </Suspense>
          </>
        )}
      </div>
      <Chat channel={channel} {...room} />
    </div>
  )
}
