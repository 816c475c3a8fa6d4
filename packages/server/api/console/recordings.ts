import { limits, type consoleApi } from '@onair/contract'
import { requireChannel } from '../../features/channels/require-channel.ts'
import { requireModerator } from '../../features/chat/require-moderator.ts'
import {
  deleteRecording,
  getRecording,
  listRecordings,
  requireRecording,
} from '../../features/video/recordings/get-recording.ts'
import { createClip, deleteClip, getClip, listClips } from '../../features/video/clips/create-clip.ts'
import { dateAt, positionAt } from '../../features/video/recordings/replay-positions.ts'
import { loadChatBetween } from '../../features/watch/recent-chat.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { watcherOf } from './watcher.ts'

export const recordings: Handlers<typeof consoleApi.recordings> = {
  listRecordings: ({ caller: { visitor }, pathParams: { channelId }, query }, deps) =>
    listRecordings(channelId, { next: query.next, watcher: watcherOf(visitor, query, deps) }, deps),
  getRecording: ({ caller: { visitor }, pathParams, query }, deps) =>
    getRecording({ ...pathParams, ...watcherOf(visitor, query, deps) }, deps),

  async getReplayChat({ caller: { visitor }, pathParams, query }, deps) {
    const { fromMs } = query
    const watcher = watcherOf(visitor, query, deps)
    const { channelId, spans } = await requireRecording({ ...pathParams, ...watcher }, deps)
    const since = dateAt(spans, fromMs)
    const until = dateAt(spans, fromMs + limits.replayWindowSec * 1_000)
    const chat = await loadChatBetween(channelId, { since, until, count: limits.replayWindowEvents }, deps)
    return { data: chat.map(({ at, entry }) => ({ positionMs: Math.round(positionAt(spans, at)), entry })) }
  },

  async deleteRecording({ caller, pathParams }, deps) {
    await requireChannel('channelId', pathParams.channelId, deps)
    await requireModerator(deps.db.read, pathParams.channelId, caller.channelId)
    await deleteRecording(pathParams, deps)
  },

  async createClip({ caller, pathParams: { channelId }, body: { watchProof } }, deps) {
    const watcher = watcherOf(caller, { watchProof }, deps)
    return createClip({ channelId, creatorChannelId: caller.channelId, watcher }, deps)
  },

  listClips: ({ caller: { visitor }, pathParams: { channelId }, query }, deps) =>
    listClips(channelId, { next: query.next, watcher: watcherOf(visitor, query, deps) }, deps),
  getClip: ({ caller: { visitor }, pathParams, query }, deps) =>
    getClip({ ...pathParams, ...watcherOf(visitor, query, deps) }, deps),
  deleteClip: ({ caller, pathParams }, deps) =>
    deleteClip({ ...pathParams, byChannelId: caller.channelId }, requireModerator, deps),
}
