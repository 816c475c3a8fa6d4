import type { consoleApi } from '@onair/contract'
import { deletePoll, endPoll, startPoll, vote } from '../../features/chat/polls/polls.ts'
import { requireChannelAccess } from '../../shared/watch/check-watch.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { moderatorOf, watcherOf } from './watcher.ts'

export const polls: Handlers<typeof consoleApi.polls> = {
  startPoll: ({ caller, pathParams: { channelId }, body }, deps) =>
    startPoll({ channelId, moderatorChannelId: caller.channelId }, body, deps),
  endPoll: ({ caller, pathParams }, deps) => endPoll({ ...pathParams, moderatorChannelId: caller.channelId }, deps),
  deletePoll: ({ caller, pathParams }, deps) => deletePoll({ ...pathParams, ...moderatorOf(caller, deps) }, deps),

  async vote({ caller, pathParams, body: { option, watchProof } }, deps) {
    await requireChannelAccess(pathParams.channelId, watcherOf(caller, { watchProof }, deps), deps)
    await vote({ ...pathParams, voterChannelId: caller.channelId, option }, deps)
  },
}
