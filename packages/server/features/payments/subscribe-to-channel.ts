import type { SubscriptionEvent } from '@onair/contract'
import { seoulDate } from '../../shared/dates.ts'
import { Refusal } from '../../shared/refusal.ts'
import { channelTopic, busMessage, viewerStatusChanged } from '../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { putSubscriber } from '../channels/audience-store.ts'
import { refusalToRenew } from './renewal-rules.ts'
import { insertSubscriptionEvent, loadLastSubscription, loadPayer } from './payment-store.ts'

export type NewSubscription = {
  channelId: string
  subscriberChannelId: string
  tierNo: SubscriptionEvent['tierNo']
  month: number
  /** Whether a renewal is refused until a month after the last one. */
  isMonthly?: boolean
}

/** Subscribes to a channel or renews with a higher month, and publishes the event. Returns the event. */
export async function subscribeToChannel(
  subscription: NewSubscription,
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<SubscriptionEvent> {
  const now = clock.now()
  const subscriber = await loadPayer(db.read, subscription.channelId, subscription.subscriberChannelId)
  if (subscriber === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')

  const eventId = random.uuid()
  const { channelName, nickname } = subscriber
  return db.transaction((tx, publish) =>
    addSubscription(tx, publish, { ...subscription, channelName, nickname, now, eventId, giftId: null }),
  )
}

type AddedSubscription = NewSubscription & {
  channelName: string
  /** The name of the subscriber. */
  nickname: string
  now: number
  eventId: string
  /** The gift to which it belongs, if any. */
  giftId: string | null
}

/** Writes a subscription or a renewal with its event, and publishes it. */
export async function addSubscription(
  tx: Tx,
  publish: Publish,
  {
    channelId,
    channelName,
    subscriberChannelId,
    nickname,
    tierNo,
    month,
    now,
    eventId,
    giftId,
    isMonthly,
  }: AddedSubscription,
): Promise<SubscriptionEvent> {
  // Locks the subscription, so that of two concurrent renewals the second reads the first.
  const renewedMonth = await putSubscriber(tx, {
    channel_id: channelId,
    subscriber_channel_id: subscriberChannelId,
    tier_no: tierNo,
    month,
    created_at: now,
  })
  const lastMonthAt = isMonthly ? await loadLastSubscription(tx, channelId, subscriberChannelId) : null
  const refusal = refusalToRenew(lastMonthAt, now)
  if (refusal) throw new Refusal('forbidden', refusal)
  const event: SubscriptionEvent = {
    channelId,
    subscriberChannelId,
    subscriberNickname: nickname,
    tierNo,
    tierName: tierNameOf(channelName),
    month: renewedMonth,
    eventSentAt: seoulDate(now),
    eventId,
  }
  const position = await insertSubscriptionEvent(tx, {
    id: eventId,
    channel_id: channelId,
    subscriber_channel_id: subscriberChannelId,
    event: JSON.stringify(event),
    created_at: now,
    gift_id: giftId,
  })
  publish(busMessage(channelTopic(channelId, 'SUBSCRIPTION'), { type: 'SUBSCRIPTION', event, position }))
  publish(viewerStatusChanged(channelId, subscriberChannelId))
  return event
}

/** The tier name of a channel's subscription. Gap 54. */
function tierNameOf(channelName: string): string {
  return `${channelName} 구독`
}
