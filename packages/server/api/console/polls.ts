import type { consoleApi } from '@onair/contract'
import { deletePoll, endPoll, startPoll, vote } from '../../features/chat/polls/polls.ts'
import { requireChannelAccess } from '../../shared/watch/check-watch.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { moderatorOf, watcherOf } from './watcher.ts'

export const polls: Handlers<typeof consoleApi.polls> = {
  async startPoll({ caller, pathParams: { channelId }, body }, deps) {
    return startPoll({ channelId, moderatorChannelId: caller.channelId }, body, deps)
  },

  async endPoll({ caller, pathParams }, deps) {
    await endPoll({ ...pathParams, moderatorChannelId: caller.channelId }, deps)
    return null
  },

  async deletePoll({ caller, pathParams }, deps) {
    await deletePoll({ ...pathParams, ...moderatorOf(caller, deps) }, deps)
    return null
  },

  async vote({ caller, pathParams, body: { option, watchProof } }, deps) {
    await requireChannelAccess(pathParams.channelId, watcherOf(caller, { watchProof }, deps), deps)
    await vote({ ...pathParams, voterChannelId: caller.channelId, option }, deps)
    return null
  },
}
