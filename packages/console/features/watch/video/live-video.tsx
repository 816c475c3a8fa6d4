import { useQuery } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import type { ComponentProps } from 'react'
import { api } from '../../../lib/api.ts'
import type { ChannelDetails } from '../queries.ts'
import { LivePlayer } from './live-player.tsx'

const pollMs = 2_000

type Props = Omit<ComponentProps<typeof LivePlayer>, 'url' | 'isInterrupted'> & { channel: ChannelDetails }

/** The video of a live of this server, once there is one to play. */
export default function LiveVideo({ channel, ...player }: Props) {
  const url = usePlaybackUrl(channel)
  if (url === null) return null
  return <LivePlayer url={url} isInterrupted={channel.state.live?.video === 'interrupted'} {...player} />
}

/** The state has no playlist of a live for adults: this page has asked the viewer. */
function usePlaybackUrl({ channelId, state: { live, adult } }: ChannelDetails): string | null {
  const { data } = useQuery({
    queryKey: ['playback', channelId, live?.liveId],
    queryFn: () => api(consoleApi.video.getPlayback, { pathParams: { channelId }, query: { isAdult: true } }),
    enabled: adult,
    refetchInterval: ({ state }) => (state.data?.playbackUrl == null ? pollMs : false),
  })
  return (adult ? data?.playbackUrl : live?.playbackUrl) ?? null
}
