import { limits } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import type { Random } from '../../infra/random.ts'
import { busMessage, watchTopic } from '../../shared/bus-messages.ts'
import { seoulDate } from '../../shared/dates.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import { refusalToParticipate } from '../../shared/chat/restriction-state.ts'
import { lockChannel } from '../channels/channel-store.ts'
import { findGifted, findReceivers, insertGift } from './gift-store.ts'
import { debitWallet, loadPayer } from './payment-store.ts'
import { addSubscription } from './subscribe-to-channel.ts'

const dayMs = 86_400_000
type Receiver = { channelId: string; channelName: string }

/** `receiverId`: the only one who gets a subscription. Null: people of the channel at random. */
type NewGift = {
  giftId: string
  channelId: string
  giverId: string
  receiverId: string | null
  count: number
  isAnonymous: boolean
}

/**
 * Gives subscriptions of a month to people who have none, and debits the wallet of the giver for all of them or for none. A
 * repeated id gives nothing again. Locks the wallet before the channel, as a donation does.
 */
export async function giveSubscriptions(
  { giftId, channelId, giverId, receiverId, count, isAnonymous }: NewGift,
  { clock, config, db, random }: Pick<Deps, 'clock' | 'config' | 'db' | 'random'>,
): Promise<Receiver[]> {
  const now = clock.now()
  const giver = await loadPayer(db.read, channelId, giverId)
  if (giver === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const refusal = refusalToParticipate(giver, now)
  if (refusal) throw new Refusal('forbidden', refusal)
  const gift = {
    id: giftId,
    channel_id: channelId,
    giver_channel_id: giverId,
    count,
    created_at: now,
    anonymous: isAnonymous,
  }
  const amount = count * limits.giftWon
  return db.transaction(async (tx, publish) => {
    if (!(await insertGift(tx, gift))) {
      const gifted = await findGifted(tx, gift)
      if (gifted.length === 0) throw new Refusal('forbidden', 'GIFT_ID_IN_USE')
      return gifted
    }
    if (!(await debitWallet(tx, giverId, amount, config.startingBalance)))
      throw new Refusal('forbidden', errorReason('INSUFFICIENT_BALANCE', { amount }))
    // It can have been suspended in the meantime.
    if (!(await lockChannel(tx, channelId))) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    const possible = await findReceivers(tx, { channelId, giverId, receiverId, since: now - dayMs, now })
    if (possible.length < count)
      throw new Refusal(
        'forbidden',
        receiverId === null ? errorReason('TOO_FEW_RECEIVERS', { count: possible.length }) : 'CANNOT_GET_GIFT',
      )
    const receivers = shuffle(possible, random).slice(0, count)
    const events = receivers.map((receiver) => ({ ...receiver, eventId: random.uuid() }))
    publish(
      busMessage(watchTopic(channelId), {
        type: 'gifted',
        gift: {
          eventId: giftId,
          giver: isAnonymous ? null : { channelId: giverId, channelName: giver.nickname },
          count,
          receivers: events,
          eventSentAt: seoulDate(now),
        },
      }),
    )
    for (const { channelId: subscriberChannelId, channelName: nickname, eventId } of events) {
      const subscriber = { channelId, channelName: giver.channelName, subscriberChannelId, nickname }
      await addSubscription(tx, publish, { ...subscriber, tierNo: 1, month: 1, now, eventId, giftId })
    }
    return receivers
  })
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random.bytes(8).toString('hex') }))
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item)
}
