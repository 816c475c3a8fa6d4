import { channelChanged, signal, watchTopic } from '../../kit/signals.ts'
import type { Signal } from '../../world/bus/bus.ts'
import type { Hiding } from './hidden-store.ts'

/** What the viewers of a channel are told when messages were hidden: which, and that the notice may have been one. */
export function hiddenNews({ channelId, senderChannelId }: Hiding, messageTime: number | null): Signal[] {
  const hidden = { senderChannelId, messageTime }
  return [signal(watchTopic(channelId), { about: 'messages', hidden }), channelChanged(channelId)]
}
