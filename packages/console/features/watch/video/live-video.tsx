import type { ComponentProps } from 'react'
import type { ChannelDetails } from '../queries.ts'
import { LivePlayer } from './live-player.tsx'
import { usePlaybackUrl } from './use-playback-url.ts'

type Props = Omit<ComponentProps<typeof LivePlayer>, 'url' | 'isInterrupted'> & { channel: ChannelDetails }

/** The video of a live of this server, once there is one to play. */
export default function LiveVideo({ channel, ...player }: Props) {
  const { url, videoKey } = usePlaybackUrl(channel)
  if (url === null) return null
  return <LivePlayer key={videoKey} url={url} isInterrupted={channel.state.live?.video === 'interrupted'} {...player} />
}
