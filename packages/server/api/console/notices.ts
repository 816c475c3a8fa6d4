import type { consoleApi } from '@onair/contract'
import { loadRecipient } from '../../features/mail/mail-store.ts'
import { setBell } from '../../features/notices/bell.ts'
import { deleteLiveHook, getLiveHook, putLiveHook, testLiveHook } from '../../features/notices/live-hook.ts'
import { getNotices, setNoticeMails } from '../../features/notices/notice-choices.ts'
import { deletePush, getPush, putPush } from '../../features/notices/push.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const notices: Handlers<typeof consoleApi.notices> = {
  async setBell({ caller, pathParams: { channelId }, body: { isOn } }, deps) {
    await setBell({ channelId, personId: caller.channelId, isOn }, deps)
    return null
  },

  async getNotices({ caller }, deps) {
    return getNotices(caller.channelId, deps)
  },

  async setNoticeMails({ caller, body: { isOn } }, deps) {
    await setNoticeMails({ personId: caller.channelId, isOn }, deps)
    return null
  },

  async getPush({ caller }, deps) {
    return getPush(caller.sessionHash, deps)
  },

  async putPush({ caller: { sessionHash }, body }, deps) {
    await putPush({ sessionHash, ...body }, deps)
    return null
  },

  async deletePush({ caller, pathParams: { sessionId } }, deps) {
    await deletePush({ personId: caller.channelId, sessionId }, deps)
    return null
  },

  async getLiveHook({ caller }, deps) {
    return getLiveHook(caller.channelId, deps)
  },

  async putLiveHook({ caller: { channelId }, body: { url } }, deps) {
    await putLiveHook({ channelId, url }, deps)
    return null
  },

  async deleteLiveHook({ caller }, deps) {
    await deleteLiveHook(caller.channelId, deps)
    return null
  },

  async testLiveHook({ caller: { channelId } }, deps) {
    const language = (await loadRecipient(deps.db.read, channelId))?.language ?? null
    return { failure: await testLiveHook({ channelId, language }, deps) }
  },
}
