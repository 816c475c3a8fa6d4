import type { ChatEvent, consoleApi, ContentOf, DonationEvent, SubscriptionEvent } from '@onair/contract'

export type OverlayStatus = ContentOf<typeof consoleApi.overlays.getOverlay>

/** What an overlay does with its settings and with each event. */
export type Overlay = {
  setStatus: (status: Pick<OverlayStatus, 'settings' | 'progress' | 'recent'>) => void
  onChat?: (event: ChatEvent) => void
  onDonation?: (event: DonationEvent) => void
  onSubscription?: (event: SubscriptionEvent) => void
}

/** What the studio sends to the page that it shows as a preview. */
export type PreviewMessage = {
  status: Pick<OverlayStatus, 'settings' | 'progress' | 'recent'>
  event?: ['CHAT', ChatEvent] | ['DONATION', DonationEvent] | ['SUBSCRIPTION', SubscriptionEvent]
}
