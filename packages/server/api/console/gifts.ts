import type { consoleApi } from '@onair/contract'
import { giveSubscriptions } from '../../features/payments/give-subscriptions.ts'
import { requireChannelAccess } from '../../shared/watch/check-watch.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { watcherOf } from './watcher.ts'

export const gifts: Handlers<typeof consoleApi.gifts> = {
  async giveSubscriptions({ caller, pathParams: { channelId, giftId }, body }, deps) {
    await requireChannelAccess(channelId, watcherOf(caller, body, deps), deps)
    const { isAnonymous = false, receiverChannelId: receiverId = null } = body
    const count = receiverId === null ? body.count : 1
    const gift = { giftId, channelId, giverId: caller.channelId, receiverId, count, isAnonymous }
    return { receivers: await giveSubscriptions(gift, deps) }
  },
}
