import { useQuery } from '@tanstack/react-query'
import { consoleApi, isPrivate } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import type { ChannelDetails } from '../queries.ts'
import { watchProofOf } from '../viewer-claims.ts'

const pollMs = 2_000
/** An address of a limited live works for three minutes. */
const renewMs = 60_000

/**
 * The playlist of the live of a channel. Where not everyone may watch, the state has none: it is requested, again after
 * each change of who may watch, and renewed.
 */
export function usePlaybackUrl({ channelId, state: { live, adult, audience, watchVersion } }: ChannelDetails) {
  const isLimited = adult || isPrivate(audience)
  const { data } = useQuery({
    queryKey: ['playback', channelId, live?.liveId, watchVersion],
    queryFn: () =>
      api(consoleApi.video.getPlayback, {
        pathParams: { channelId },
        query: { isAdult: true, ...watchProofOf(channelId) },
      }),
    enabled: isLimited,
    refetchInterval: ({ state }) => (state.data?.playbackUrl == null ? pollMs : renewMs),
    refetchIntervalInBackground: true,
  })
  return {
    url: (isLimited ? data?.playbackUrl : live?.playbackUrl) ?? null,
    /** Another address with the same one is of the same video. */
    videoKey: isLimited ? `${live?.liveId} ${watchVersion}` : live?.playbackUrl,
  }
}
