import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { channelQuery } from './queries.ts'

/** Follows a channel, or unfollows it. Its count of followers changes at once, and back if the call fails. */
export function useFollow(channelId: string, action: 'follow' | 'unfollow' = 'follow') {
  const queries = useQueryClient()
  const { queryKey } = channelQuery(channelId)
  return useMutation({
    mutationFn: () => api(consoleApi.channels[action], { pathParams: { channelId } }),
    onMutate: () => {
      const before = queries.getQueryData(queryKey)
      if (before === undefined) return undefined
      const followerCount = Math.max(0, before.state.followerCount + (action === 'follow' ? 1 : -1))
      return { before, shown: queries.setQueryData(queryKey, { ...before, state: { ...before.state, followerCount } }) }
    },
    // A count that has arrived since is right.
    onError: (_error, _input, change) => {
      if (change && queries.getQueryData(queryKey) === change.shown) queries.setQueryData(queryKey, change.before)
    },
  })
}
