import type {
  ChannelState,
  ChatEvent,
  consoleApi,
  ContentOf,
  DonationEvent,
  MessagesHidden,
  SubscriptionEvent,
} from '@onair/sdk'

export type OverlayStatus = ContentOf<typeof consoleApi.overlays.getOverlay>

/** The operations of an overlay: they apply its settings and show each event. */
export type Overlay = {
  setStatus: (status: Pick<OverlayStatus, 'settings' | 'progress' | 'recent'>) => void
  onChat?: (event: ChatEvent) => void
  onDonation?: (event: DonationEvent) => void
  onSubscription?: (event: SubscriptionEvent) => void
  /** Moderators hid messages, which must leave the page at once. */
  onMessagesHidden?: (hidden: MessagesHidden) => void
  onDonationHidden?: (eventId: string) => void
  onPoll?: (poll: ChannelState['poll']) => void
}

/** The message from the studio to the page that it shows as a preview. */
export type PreviewMessage = {
  status: Pick<OverlayStatus, 'settings' | 'progress' | 'recent'>
  event?:
    | ['CHAT', ChatEvent]
    | ['DONATION', DonationEvent]
    | ['SUBSCRIPTION', SubscriptionEvent]
    | ['POLL', ChannelState['poll']]
}
