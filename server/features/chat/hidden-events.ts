import { channelChanged, busEvent, watchTopic } from '../../shared/events.ts'
import type { BusEvent } from '../../infra/bus/bus.ts'
import type { HideParams } from './hidden-store.ts'

/** What the viewers of a channel are told when messages were hidden: which, and that the notice may have been one. */
export function messagesHiddenEvents(
  { channelId, senderChannelId }: HideParams,
  messageTime: number | null,
): BusEvent[] {
  const hidden = { senderChannelId, messageTime }
  return [busEvent(watchTopic(channelId), { kind: 'messages', hidden }), channelChanged(channelId)]
}
