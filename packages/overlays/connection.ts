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
}

/** Keeps the overlay connected until its URL is replaced. Each connection has a new session and a new access token. */
export function keepConnected({ io, kind, token, baseUrl, overlay, onEnded }: Connection): void {
  const page = createPageClient({ baseUrl: location.origin })
  let api: Client
  let hasEnded = false
  let timer: ReturnType<typeof setTimeout>

  const hidden = createHiddenEvents()
  const hideMessages = (messages: MessagesHidden) => {
    hidden.addMessages(messages)
    overlay.onMessagesHidden?.(messages)
  }
  const hideDonation = (eventId: string) => {
    hidden.addDonation(eventId)
    overlay.onDonationHidden?.(eventId)
  }
  const applyStatus = ({ watchUrl, hiddenMessages, hiddenDonations, ...status }: OverlayStatus) => {
    overlay.setStatus(status)
    for (const messages of hiddenMessages) hideMessages(messages)
    for (const eventId of hiddenDonations) hideDonation(eventId)
    if (kind !== 'goal') hiddenSocket.open(watchUrl)
  }
  const readStatus = async () => {
    clearTimeout(timer)
    timer = setTimeout(() => void readStatus(), statusMs)
    await page(consoleApi.overlays.getOverlay, { body: { token } }).then(applyStatus, endIfReplaced)
  }
  const readSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void readStatus(), afterEventMs)
  }
  const endIfReplaced = (error: unknown) => {
    if (hasEnded || !(error instanceof ApiError) || error.status !== 401) return
    hasEnded = true
    clearTimeout(timer)
    hiddenSocket[Symbol.dispose]()
    void listener.close()
    onEnded()
  }
  const start = () =>
    listen({
      io,
      async openSession() {
        const { sessionUrl, accessToken, ...status } = await page(consoleApi.overlays.openOverlay, { body: { token } })
        api = createClient({ baseUrl, credentials: { accessToken } })
        applyStatus(status)
        return { url: sessionUrl }
      },
      subscriptions: subscriptionsOf[kind].map(
        (subscribe) => (sessionKey) => api(subscribe, { parameters: { sessionKey } }),
      ),
      handlers: {
        CHAT(event) {
          if (!hidden.hasMessage(event)) overlay.onChat?.(event)
        },
        DONATION(event) {
          if (!hidden.hasDonation(event)) overlay.onDonation?.(event)
          readSoon()
        },
        SUBSCRIPTION(event) {
          overlay.onSubscription?.(event)
          readSoon()
        },
      },
    })
  const run = () => {
    listener = start()
    listener.closed.catch((error: unknown) => {
      // A token that ended during a subscription leads here too, so ask whether the URL still works.
      endIfReplaced(error)
      if (!hasEnded) setTimeout(run, restartMs)
    })
  }
  const hiddenSocket = new HiddenSocket({
    onGap: readSoon,
    onEvent(event) {
      if (event[0] === 'HIDDEN') hideMessages(event[1])
      if (event[0] === 'DONATION_HIDDEN') hideDonation(event[1].eventId)
    },
  })
  let listener: ReturnType<typeof listen>
  run()
  timer = setTimeout(() => void readStatus(), statusMs)
}
