import type { ChatEvent, DonationEvent, MessagesHidden } from '@onair/sdk'

/** The newest events that are remembered. */
const maxHidden = 200

/** The events that moderators hid, because an event may arrive after it was hidden. */
export function createHiddenEvents() {
  const keys = new Set<string>()
  const add = (key: string) => {
    keys.delete(key)
    keys.add(key)
    const [oldest] = keys
    if (keys.size > maxHidden && oldest !== undefined) keys.delete(oldest)
  }
  return {
    /** Messages without a time are all earlier ones. Later ones of the sender are not hidden. */
    addMessages({ senderChannelId, messageTime }: MessagesHidden) {
      if (messageTime !== null) add(messageKey(senderChannelId, messageTime))
    },
    addDonation: add,
    hasMessage: ({ senderChannelId, messageTime }: ChatEvent) => keys.has(messageKey(senderChannelId, messageTime)),
    hasDonation: ({ eventId }: DonationEvent) => keys.has(eventId),
  }
}

function messageKey(senderChannelId: string, messageTime: number): string {
  return `${senderChannelId} ${messageTime}`
}
