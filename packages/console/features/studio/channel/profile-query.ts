import { queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'

export type OwnProfile = ContentOf<typeof consoleApi.profile.getProfile>

/** The texts, the picture and the address that the streamer's channel shows of itself. */
export const ownProfileQuery = queryOptions({
  queryKey: ['studio', 'profile'],
  queryFn: () => api(consoleApi.profile.getProfile),
})
