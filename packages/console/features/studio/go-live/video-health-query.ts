import { queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'

const pollMs = 2_000
/** Five minutes. */
export const maxHistory = 150

/** `history` are the bitrates since the page was opened, oldest first. */
export type VideoHealth = ContentOf<typeof consoleApi.video.getVideoHealth> & {
  history: { at: number; kbps: number }[]
}

const queryKey = ['studio', 'video']

/** The video that the server receives from the visitor's channel. */
export const videoHealthQuery = queryOptions({
  queryKey,
  queryFn: async ({ client }): Promise<VideoHealth> => {
    const health = await api(consoleApi.video.getVideoHealth)
    const before = client.getQueryData<VideoHealth>(queryKey)?.history ?? []
    const { video } = health
    return {
      ...health,
      history: video === null ? [] : [...before.slice(1 - maxHistory), { at: Date.now(), kbps: video.kbps }],
    }
  },
  refetchInterval: pollMs,
})
