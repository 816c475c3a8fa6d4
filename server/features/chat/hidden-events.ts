import { channelChanged, busEvent, watchTopic } from '../../shared/events.ts'
import type { BusEvent } from '../../infra/bus/bus.ts'
import type { HideParams } from './hidden-store.ts'

/** Events for viewers after messages were hidden: the messages, and the channel state, because the notice may be one of them. */
export function messagesHiddenEvents(
  { channelId, senderChannelId }: HideParams,
  messageTime: number | null,
): BusEvent[] {
  const hidden = { senderChannelId, messageTime }
  return [busEvent(watchTopic(channelId), { kind: 'messages', hidden }), channelChanged(channelId)]
}
