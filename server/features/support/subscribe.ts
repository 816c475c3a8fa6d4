import type { SubscriptionEvent } from '@onair/contract'
import { seoulDate } from '../../kit/dates.ts'
import { Refusal } from '../../kit/refusal.ts'
import { channelTopic, signal, standingChanged } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { renewSubscriber } from '../channels/audience-store.ts'
import { insertSubscriptionEvent, loadSupporter } from './support-store.ts'

export type NewSubscription = {
  channelId: string
  subscriberChannelId: string
  tierNo: SubscriptionEvent['tierNo']
  month: number
}

/** Someone subscribes to a channel, or renews with a higher month; whoever listens is told which. Answers the event. */
export async function subscribe(
  { channelId, subscriberChannelId, tierNo, month }: NewSubscription,
  { clock, db, random }: Pick<World, 'clock' | 'db' | 'random'>,
): Promise<SubscriptionEvent> {
  const now = clock.now()
  const supporter = await loadSupporter(db.read, channelId, subscriberChannelId)
  if (supporter === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')

  const eventId = random.uuid()
  return db.change(async (tx, tell) => {
    const event: SubscriptionEvent = {
      channelId,
      subscriberChannelId,
      subscriberNickname: supporter.nickname,
      tierNo,
      tierName: tierNameOf(supporter.channelName),
      month: await renewSubscriber(tx, {
        channel_id: channelId,
        subscriber_channel_id: subscriberChannelId,
        tier_no: tierNo,
        month,
        created_at: now,
      }),
      eventSentAt: seoulDate(now),
      eventId,
    }
    const position = await insertSubscriptionEvent(tx, {
      id: eventId,
      channel_id: channelId,
      subscriber_channel_id: subscriberChannelId,
      event: JSON.stringify(event),
      created_at: now,
    })
    tell(signal(channelTopic(channelId, 'SUBSCRIPTION'), { type: 'SUBSCRIPTION', event, position }))
    tell(standingChanged(channelId, subscriberChannelId))
    return event
  })
}

/** The brand that a channel's subscription goes by. Gap 54. */
function tierNameOf(channelName: string): string {
  return `${channelName} 구독`
}
