import { channelChanged, busMessage, watchTopic } from '../../shared/bus-messages.ts'
import type { BusMessage } from '../../infra/bus/bus.ts'
import type { HideParams } from './hidden-store.ts'

/** Events for viewers after messages were hidden: the messages, and the channel state, because the notice may be one of them. */
export function messagesHiddenEvents(
  { channelId, senderChannelId }: HideParams,
  messageTime: number | null,
): BusMessage[] {
  const hidden = { senderChannelId, messageTime }
  return [busMessage(watchTopic(channelId), { type: 'messagesHidden', hidden }), channelChanged(channelId)]
}
