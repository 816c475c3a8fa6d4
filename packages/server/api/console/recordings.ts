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

export const recordings: Handlers<typeof consoleApi.recordings> = {
  async listRecordings({ pathParams: { channelId }, query: { next } }, deps) {
    await requireChannel('channelId', channelId, deps)
    return listRecordings(channelId, next, deps)
  },

  async getRecording({ pathParams, query: { isAdult = false } }, deps) {
    return getRecording({ ...pathParams, isAdult }, deps)
  },

  async getReplayChat({ pathParams, query: { fromMs, isAdult = false } }, deps) {
    const { channelId, spans } = await requireRecording({ ...pathParams, isAdult }, deps)
    const since = dateAt(spans, fromMs)
    const until = dateAt(spans, fromMs + limits.replayWindowSec * 1_000)
    const chat = await loadChatBetween(channelId, { since, until, count: limits.replayWindowEvents }, deps)
    return { data: chat.map(({ at, entry }) => ({ positionMs: Math.round(positionAt(spans, at)), entry })) }
  },

  async deleteRecording({ caller, pathParams }, deps) {
    await requireChannel('channelId', pathParams.channelId, deps)
    await requireModerator(deps.db.read, pathParams.channelId, caller.channelId)
    await deleteRecording(pathParams, deps)
    return null
  },

  async createClip({ caller, pathParams: { channelId } }, deps) {
    await requireChannel('channelId', channelId, deps)
    return createClip({ channelId, creatorChannelId: caller.channelId }, deps)
  },

  async listClips({ pathParams: { channelId }, query: { next } }, deps) {
    await requireChannel('channelId', channelId, deps)
    return listClips(channelId, next, deps)
  },

  async getClip({ pathParams, query: { isAdult = false } }, deps) {
    return getClip({ ...pathParams, isAdult }, deps)
  },

  async deleteClip({ caller, pathParams }, deps) {
    await deleteClip({ ...pathParams, byChannelId: caller.channelId }, requireModerator, deps)
    return null
  },
}
