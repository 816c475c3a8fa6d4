import { Type } from '../type.ts'
import { consoleEndpoint, visitorEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { overlayKinds } from '../overlay-kinds.ts'
import { overlaySettings } from '../overlays.ts'
import { channelId, utcDate } from '../resources.ts'
import { messagesHidden, subscriptionGift } from './watch-events.ts'

const kind = Type.Enum([...overlayKinds])
const pathParams = Type.Object({ kind })
const { chat, alerts, goal, events, poll } = overlaySettings
const dateOrNull = Type.Union([utcDate, Type.Null()])

export const getOverlays = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/overlays',
  summary: "Get the overlays of the caller's channel: their settings, and since when each has a URL",
  content: Type.Object({
    settings: Type.Object({ chat, alerts, goal, events, poll }),
    /** When the URL was created. Null: the overlay has none, or its consent was withdrawn. */
    urls: Type.Object({ chat: dateOrNull, alerts: dateOrNull, goal: dateOrNull, events: dateOrNull, poll: dateOrNull }),
    goalSinceDate: Type.Union([utcDate, Type.Null()]),
  }),
})

export const updateOverlays = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/overlays',
  summary: 'Update the settings of overlays; omitted overlays keep theirs. Open overlays follow within 30 seconds',
  body: Type.Object({
    chat: Type.Optional(chat),
    alerts: Type.Optional(alerts),
    goal: Type.Optional(goal),
    events: Type.Optional(events),
    poll: Type.Optional(poll),
  }),
  content: Type.Null(),
})

export const restartGoal = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/overlays/goal/restart',
  summary: 'Count the goal from now on, beginning with its start amount',
  content: Type.Null(),
})

const overlayUrl = Type.Object({ overlayUrl: Type.String() })

export const getOverlayUrl = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/overlays/{kind}/url',
  summary: "Get the URL of an overlay of the caller's channel",
  pathParams,
  errors: { notFound: 'the overlay has no URL' },
  isSecret: true,
  content: overlayUrl,
})

export const createOverlayUrl = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/overlays/{kind}/url',
  action: 'rotateKey',
  summary:
    "Create the URL of an overlay. An earlier URL stops working and its sessions end. The URL reads the overlay's events of the channel, and nothing else",
  pathParams,
  isSecret: true,
  content: overlayUrl,
})

export const deleteOverlayUrl = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/overlays/{kind}/url',
  summary: 'Revoke the URL of an overlay. Its sessions end',
  pathParams,
  errors: { notFound: 'the overlay has no URL' },
  content: Type.Null(),
})

const token = Type.String({ minLength: 1, maxLength: 100 })
const status = {
  kind,
  settings: Type.Union([chat, alerts, goal, events, poll]),
  /** Progress of the goal: won or subscriptions since it began, without its start amount. */
  progress: Type.Integer({ minimum: 0 }),
  /** Entries of the event list, newest first. */
  recent: Type.Array(
    Type.Object({
      eventId: Type.String(),
      eventType: Type.Enum(['DONATION', 'SUBSCRIPTION']),
      nickname: Type.String(),
      amount: Type.Integer({ minimum: 0, description: 'Won, or months' }),
    }),
    { maxItems: limits.overlayEvents },
  ),
  /** The hidden ones among the latest messages of the chat, for the chat box. */
  hiddenMessages: Type.Array(messagesHidden, { maxItems: limits.overlayHidden }),
  /** The donations that were hidden last, for the alert box and the event list. */
  hiddenDonations: Type.Array(Type.String(), { maxItems: limits.overlayHidden }),
  /** The pictures and the sounds of alerts that the streamer uploaded. */
  uploads: Type.Array(
    Type.Object({ kind: Type.Enum(['alertPicture', 'alertSound']), name: Type.String(), url: Type.String() }),
  ),
  /** The latest gifts, the newest first, for the alert box: their subscriptions are one alert. */
  gifts: Type.Array(subscriptionGift, { maxItems: limits.overlayEvents }),
  /** The newest followers, the newest first, for the alert box. */
  follows: Type.Array(
    Type.Object({
      position: Type.Integer({ description: 'Greater than that of earlier ones' }),
      channelId,
      nickname: Type.String(),
    }),
    { maxItems: limits.overlayEvents },
  ),
  watchUrl: Type.String({
    description:
      'A URL of a viewer’s socket, valid for 30 seconds, which says what moderators hide and brings the poll; it counts no viewer',
  }),
}

export const openOverlay = visitorEndpoint({
  method: 'POST',
  path: '/console/v1/overlays/open',
  summary:
    'Open an overlay by the token of its URL: returns its settings, the URL of a session, and an access token that may subscribe the session to the events of the overlay',
  body: Type.Object({ token }),
  errors: { unauthorized: 'the URL was replaced or revoked' },
  isSecret: true,
  content: Type.Object({ ...status, sessionUrl: Type.String(), accessToken: Type.String() }),
})

export const getOverlay = visitorEndpoint({
  method: 'POST',
  path: '/console/v1/overlays/status',
  summary: 'Get the settings, the progress and the recent events of an overlay by the token of its URL',
  body: Type.Object({ token }),
  errors: { unauthorized: 'the URL was replaced or revoked' },
  content: Type.Object(status),
})
