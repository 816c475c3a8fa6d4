import {
  ApiError,
  consoleApi,
  createClient,
  createPageClient,
  listen,
  session,
  type Client,
  type MessagesHidden,
  type OverlayKind,
  type SocketIo,
  type SubscriptionEvent,
} from '@onair/sdk'
import { createHiddenEvents } from './hidden-events.ts'
import { createNewFollows } from './new-follows.ts'
import { HiddenSocket } from './hidden-socket.ts'
import type { Overlay, OverlayStatus } from './types.ts'

type Connection = {
  io: SocketIo
  kind: OverlayKind
  token: string
  baseUrl: string
  overlay: Overlay
  /** The URL was replaced or revoked. */
  onEnded: () => void
}

/** Settings that were changed in the studio appear within this time. */
const statusMs = 30_000
/** After events the sums and lists of the server replace those of the page, at most this often. */
const afterEventMs = 3_000
/** For what the alert box learns only from the status: names of followers, and which subscriptions are gifts. */
const alertStatusMs = 500
const restartMs = 5_000
/** As many as the alert box keeps. */
const maxUnsorted = 50

const subscriptionsOf = {
  chat: [session.subscribeChat],
  alerts: [session.subscribeDonation, session.subscribeSubscription],
  goal: [session.subscribeDonation, session.subscribeSubscription],
  events: [session.subscribeDonation, session.subscribeSubscription],
  poll: [],
}

/** Keeps an overlay connected until its URL is replaced. Each connection has a new session and a new access token. */
export class OverlayConnection {
  readonly #options: Connection
  readonly #page = createPageClient({ baseUrl: location.origin })
  readonly #hidden = createHiddenEvents()
  readonly #newFollows = createNewFollows()
  #followers = Infinity
  /** Subscriptions until the status says which are gifts. */
  readonly #unsorted: SubscriptionEvent[] = []
  #lastGiftId = ''
  readonly #hiddenSocket = new HiddenSocket({
    onGap: () => this.#readStatusIn(afterEventMs),
    onEvent: (event) => {
      if (event[0] === 'STATE') {
        this.#onFollowers(event[1].followerCount)
        this.#options.overlay.onPoll?.(event[1].poll)
      }
      // The alert box has it from the status, which it reads for the subscriptions anyway.
      if (event[0] === 'GIFT' && this.#options.kind === 'chat') this.#options.overlay.onGift?.(event[1])
      if (event[0] === 'HIDDEN') this.#hideMessages(event[1])
      if (event[0] === 'CLEARED') this.#options.overlay.onChatCleared?.(event[1])
      if (event[0] === 'DONATION_HIDDEN') this.#hideDonation(event[1].eventId)
    },
  })
  #listener: ReturnType<typeof listen> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #hasEnded = false

  constructor(options: Connection) {
    this.#options = options
  }

  open(): void {
    this.#listen()
    this.#readStatusIn(statusMs)
  }

  #listen(): void {
    const { io, kind, baseUrl } = this.#options
    let api: Client
    const listener = listen({
      io,
      openSession: async () => {
        const body = { token: this.#options.token }
        const { sessionUrl, accessToken, ...status } = await this.#page(consoleApi.overlays.openOverlay, { body })
        api = createClient({ baseUrl, credentials: { accessToken } })
        this.#applyStatus(status)
        return { url: sessionUrl }
      },
      subscriptions: subscriptionsOf[kind].map(
        (subscribe) => (sessionKey) => api(subscribe, { parameters: { sessionKey } }),
      ),
      handlers: this.#handlers(),
    })
    this.#listener = listener
    listener.closed.catch((error: unknown) => {
      // A token that ended during a subscription leads here too, so ask whether the URL still works.
      this.#endIfReplaced(error)
      if (!this.#hasEnded) setTimeout(() => this.#listen(), restartMs)
    })
  }

  #handlers(): Parameters<typeof listen>[0]['handlers'] {
    const { overlay } = this.#options
    return {
      CHAT: (event) => {
        if (!this.#hidden.hasMessage(event)) overlay.onChat?.(event)
      },
      DONATION: (event) => {
        if (!this.#hidden.hasDonation(event)) overlay.onDonation?.(event)
        this.#readStatusIn(afterEventMs)
      },
      SUBSCRIPTION: (event) => {
        if (this.#options.kind !== 'alerts') overlay.onSubscription?.(event)
        else if (this.#unsorted.length < maxUnsorted) this.#unsorted.push(event)
        this.#readStatusIn(this.#options.kind === 'alerts' ? alertStatusMs : afterEventMs)
      },
    }
  }

  #readStatusIn(waitMs: number): void {
    if (this.#hasEnded) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#readStatus(), waitMs)
  }

  async #readStatus(): Promise<void> {
    this.#readStatusIn(statusMs)
    const body = { token: this.#options.token }
    await this.#page(consoleApi.overlays.getOverlay, { body }).then(
      (status) => this.#applyStatus(status),
      (error: unknown) => {
        this.#showSubscriptions([])
        this.#endIfReplaced(error)
      },
    )
  }

  #applyStatus({ watchUrl, hiddenMessages, hiddenDonations, follows, gifts, ...status }: OverlayStatus): void {
    const { kind, overlay } = this.#options
    overlay.setStatus(status)
    this.#showSubscriptions(gifts)
    for (const follow of this.#newFollows.add(follows)) overlay.onFollow?.(follow)
    for (const messages of hiddenMessages) this.#hideMessages(messages)
    for (const eventId of hiddenDonations) this.#hideDonation(eventId)
    if (kind !== 'goal') this.#hiddenSocket.open(watchUrl)
  }

  /** The subscriptions of a gift are one alert. */
  #showSubscriptions(gifts: OverlayStatus['gifts']): void {
    const { overlay } = this.#options
    for (const event of this.#unsorted.splice(0)) {
      const gift = gifts.find(({ receivers }) => receivers.some(({ eventId }) => eventId === event.eventId))
      if (gift === undefined) overlay.onSubscription?.(event)
      else if (this.#lastGiftId !== gift.eventId) {
        this.#lastGiftId = gift.eventId
        overlay.onGift?.(gift)
      }
    }
  }

  /** The state of the channel comes within seconds of a follow, but without the name. */
  #onFollowers(count: number): void {
    if (this.#options.kind === 'alerts' && count > this.#followers) this.#readStatusIn(alertStatusMs)
    this.#followers = count
  }

  #hideMessages(messages: MessagesHidden): void {
    this.#hidden.addMessages(messages)
    this.#options.overlay.onMessagesHidden?.(messages)
  }

  #hideDonation(eventId: string): void {
    this.#hidden.addDonation(eventId)
    this.#options.overlay.onDonationHidden?.(eventId)
  }

  #endIfReplaced(error: unknown): void {
    if (this.#hasEnded || !(error instanceof ApiError) || error.status !== 401) return
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#hiddenSocket[Symbol.dispose]()
    void this.#listener?.close()
    this.#options.onEnded()
  }
}
