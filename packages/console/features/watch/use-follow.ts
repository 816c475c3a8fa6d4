import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { channelQuery } from './queries.ts'

/** Follows a channel, or unfollows it. Its count of followers changes at once, and back if the call fails. */
export function useFollow(channelId: string, isFollow = true) {
  const queries = useQueryClient()
  const count = (change: number) =>
    queries.setQueryData(
      channelQuery(channelId).queryKey,
      (channel) =>
        channel && {
          ...channel,
          state: { ...channel.state, followerCount: Math.max(0, channel.state.followerCount + change) },
        },
    )
  const change = isFollow ? 1 : -1
  return useMutation({
    mutationFn: () => api(consoleApi.channels[isFollow ? 'follow' : 'unfollow'], { pathParams: { channelId } }),
    onMutate: () => void count(change),
    onError: () => void count(-change),
  })
}
