import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { hasConfirmedAge, watchProofOf } from '../viewer-claims.ts'

export type Recording = ContentOf<typeof consoleApi.recordings.listRecordings>['data'][number]
export type RecordingDetails = ContentOf<typeof consoleApi.recordings.getRecording>
export type ReplayedEntry = ContentOf<typeof consoleApi.recordings.getReplayChat>['data'][number]

/** The length of a window of chat. */
export const windowMs = limits.replayWindowSec * 1_000

export const recordingsQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: ['recordings', channelId],
    queryFn: ({ pageParam: next }) =>
      api(consoleApi.recordings.listRecordings, {
        pathParams: { channelId },
        query: { ...(next !== null && { next }), ...watchProofOf(channelId) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    enabled: channelId !== '',
  })

export const recordingQuery = (channelId: string, recordingId: string) =>
  queryOptions({
    queryKey: ['recording', channelId, recordingId],
    queryFn: () =>
      api(consoleApi.recordings.getRecording, {
        pathParams: { channelId, recordingId },
        query: { isAdult: hasConfirmedAge(), ...watchProofOf(channelId) },
      }),
    staleTime: Infinity,
  })

/** The chat of a window: 0 is the first. */
export const replayChatQuery = (
  { channelId, recordingId }: { channelId: string; recordingId: string },
  index: number,
) =>
  queryOptions({
    queryKey: ['replayChat', channelId, recordingId, index],
    queryFn: async () => {
      const { data } = await api(consoleApi.recordings.getReplayChat, {
        pathParams: { channelId, recordingId },
        query: { fromMs: index * windowMs, isAdult: hasConfirmedAge(), ...watchProofOf(channelId) },
      })
      return data
    },
    enabled: index >= 0,
    staleTime: Infinity,
  })

export const deleteRecording = (channelId: string, recordingId: string) =>
  api(consoleApi.recordings.deleteRecording, { pathParams: { channelId, recordingId } })

export type ClipDetails = ContentOf<typeof consoleApi.recordings.getClip>

export const clipsQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: ['clips', channelId],
    queryFn: ({ pageParam: next }) =>
      api(consoleApi.recordings.listClips, {
        pathParams: { channelId },
        query: { ...(next !== null && { next }), ...watchProofOf(channelId) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
  })

/** A clip, polled until it is made. */
export const clipQuery = (channelId: string, clipId: string) =>
  queryOptions({
    queryKey: ['clip', channelId, clipId],
    queryFn: () =>
      api(consoleApi.recordings.getClip, {
        pathParams: { channelId, clipId },
        query: { isAdult: hasConfirmedAge(), ...watchProofOf(channelId) },
      }),
    refetchInterval: ({ state }) => (state.data?.videoUrl === null ? 1_000 : false),
    // Another read of a channel that not everyone may watch has another address of the video, which would start again.
    staleTime: Infinity,
  })

export const deleteClip = (channelId: string, clipId: string) =>
  api(consoleApi.recordings.deleteClip, { pathParams: { channelId, clipId } })
