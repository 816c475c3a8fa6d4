import type {
  ChannelState,
  ChatCleared,
  ChatEvent,
  consoleApi,
  ContentOf,
  DonationEvent,
  MessagesHidden,
  SubscriptionEvent,
} from '@onair/sdk'

export type OverlayStatus = ContentOf<typeof consoleApi.overlays.getOverlay>

type ShownStatus = Pick<OverlayStatus, 'settings' | 'progress' | 'recent' | 'uploads'>
type Follow = Pick<OverlayStatus['follows'][number], 'channelId' | 'nickname'>

/** The operations of an overlay: they apply its settings and show each event. */
export type Overlay = {
  setStatus: (status: ShownStatus) => void
  onChat?: (event: ChatEvent) => void
  onDonation?: (event: DonationEvent) => void
  onSubscription?: (event: SubscriptionEvent) => void
  onFollow?: (follow: Follow) => void
  /** Several subscriptions that a person gave to others, in place of each. */
  onGift?: (gift: OverlayStatus['gifts'][number]) => void
  /** Moderators hid messages, which must leave the page at once. */
  onMessagesHidden?: (hidden: MessagesHidden) => void
  onChatCleared?: (cleared: ChatCleared) => void
  onDonationHidden?: (eventId: string) => void
  onPoll?: (poll: ChannelState['poll']) => void
  /** Drops what is shown and what waits. */
  clear?: () => void
}

/** The message from the studio to the page that it shows as a preview. */
export type PreviewMessage = {
  status: ShownStatus
  /** Whether the event is shown in place of those before. */
  isAlone?: boolean
  event?:
    | ['CHAT', ChatEvent]
    | ['DONATION', DonationEvent]
    | ['SUBSCRIPTION', SubscriptionEvent]
    | ['FOLLOW', Follow]
    | ['POLL', ChannelState['poll']]
}
