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
} from '@onair/sdk'
import { createHiddenEvents } from './hidden-events.ts'
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
const restartMs = 5_000

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
  readonly #hiddenSocket = new HiddenSocket({
    onGap: () => this.#readStatusIn(afterEventMs),
    onEvent: (event) => {
      if (event[0] === 'STATE') this.#options.overlay.onPoll?.(event[1].poll)
      if (event[0] === 'HIDDEN') this.#hideMessages(event[1])
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
        overlay.onSubscription?.(event)
        this.#readStatusIn(afterEventMs)
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
      (error: unknown) => this.#endIfReplaced(error),
    )
  }

  #applyStatus({ watchUrl, hiddenMessages, hiddenDonations, ...status }: OverlayStatus): void {
    const { kind, overlay } = this.#options
    overlay.setStatus(status)
    for (const messages of hiddenMessages) this.#hideMessages(messages)
    for (const eventId of hiddenDonations) this.#hideDonation(eventId)
    if (kind !== 'goal') this.#hiddenSocket.open(watchUrl)
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
