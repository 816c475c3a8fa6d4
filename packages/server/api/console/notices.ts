import type { consoleApi } from '@onair/contract'
import { loadRecipient } from '../../features/mail/mail-store.ts'
import { setBell } from '../../features/notices/bell.ts'
import { deleteLiveHook, getLiveHook, putLiveHook, testLiveHook } from '../../features/notices/live-hook.ts'
import { getNotices, setNoticeMails } from '../../features/notices/notice-choices.ts'
import { deletePush, getPush, putPush } from '../../features/notices/push.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const notices: Handlers<typeof consoleApi.notices> = {
  setBell: ({ caller, pathParams: { channelId }, body: { isOn } }, deps) =>
    setBell({ channelId, personId: caller.channelId, isOn }, deps),
  getNotices: ({ caller }, deps) => getNotices(caller.channelId, deps),
  setNoticeMails: ({ caller, body: { isOn } }, deps) => setNoticeMails({ personId: caller.channelId, isOn }, deps),
  getPush: ({ caller }, deps) => getPush(caller.sessionHash, deps),
  putPush: ({ caller: { sessionHash }, body }, deps) => putPush({ sessionHash, ...body }, deps),
  deletePush: ({ caller, pathParams: { sessionId } }, deps) =>
    deletePush({ personId: caller.channelId, sessionId }, deps),
  getLiveHook: ({ caller }, deps) => getLiveHook(caller.channelId, deps),
  putLiveHook: ({ caller: { channelId }, body: { url } }, deps) => putLiveHook({ channelId, url }, deps),
  deleteLiveHook: ({ caller }, deps) => deleteLiveHook(caller.channelId, deps),

  async testLiveHook({ caller: { channelId } }, deps) {
    const language = (await loadRecipient(deps.db.read, channelId))?.language ?? null
    return { failure: await testLiveHook({ channelId, language }, deps) }
  },
}
