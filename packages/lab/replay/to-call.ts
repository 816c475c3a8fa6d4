import { consoleApi, sandboxApi, usesCookie, type Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { actions, inputOf } from '@onair/contract/sandbox/actions'
import type { ApiEndpoint } from '@onair/sdk/http'
import type { ActionLine, Line, RecordLine } from './lines.ts'

/** A call that repeats a line of a recording, and the recorded answer. */
export type Call = { endpoint: ApiEndpoint; input: Record<string, object>; response?: unknown; caller?: RecordLine }

/** The action of a line: events of the recording are repeated instead of the requests that caused them. */
export function actionOf(line: Line): Pick<ActionLine, 'action' | 'input'> | null {
  if (line.kind === 'action') return line
  if (line.kind !== 'event' || typeof line.payload !== 'object' || line.payload === null) return null
  const event = line.payload as Record<string, unknown>
  const { channelId } = event
  if (line.name === 'CHAT')
    return { action: 'chat', input: { channelId, byChannelId: event['senderChannelId'], message: event['content'] } }
  if (line.name === 'DONATION') {
    const donor = event['donatorChannelId']
    const { donationType, donationText, payAmount } = event
    const byChannelId = donor === '' ? null : donor
    return {
      action: 'donate',
      input: { channelId, byChannelId, donationType, donationText, payAmount: Number(payAmount) },
    }
  }
  if (line.name !== 'SUBSCRIPTION') return null
  const { subscriberChannelId: byChannelId, tierNo, month } = event
  return { action: 'subscribe', input: { channelId, byChannelId, tierNo, month } }
}

export function toCall(line: Exclude<Line, { kind: 'start' | 'person' }>): Call | null {
  const action = actionOf(line)
  if (action === null) return requestOf(line)
  const input: Record<string, object> = inputOf(action.action, action.input)
  return {
    endpoint: actions[action.action],
    input,
    ...(line.kind === 'event' && { response: line.payload }),
  }
}

const causeEvents: ReadonlySet<Endpoint> = new Set<Endpoint>([
  actions.chat,
  actions.donate,
  actions.subscribe,
  sandboxApi.channels.sendChats,
])
/** They would end the replay, or the sandbox in which it runs. */
const neverRepeated = /^\/sandbox\/v1\/((reset|worlds|snapshots)(\/|$)|people\/\{channelId\}\/web-sessions$)/
const { apps, campaigns, channels, chatSettings, connectedApps, drops, moderation, studio, webhooks } = consoleApi
/** Changes on the pages. Messages, donations and subscriptions are repeated as events. */
const pageEndpoints: readonly Endpoint[] = [
  apps.registerApp,
  apps.updateApp,
  apps.deleteApp,
  webhooks.updateWebhook,
  webhooks.deleteWebhook,
  campaigns.createCampaign,
  campaigns.endCampaign,
  campaigns.fulfillClaims,
  drops.claimReward,
  channels.follow,
  channels.unfollow,
  connectedApps.withdrawConsent,
  studio.goLive,
  studio.goOffline,
  studio.updateSetting,
  chatSettings.updateChatSettings,
  ...Object.values(moderation).filter(({ method }) => method !== 'GET'),
]
const { Live, Chat, Restriction, Drops } = openGroups
const repeatedEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  [...Object.values(sandboxGroups), Live, Chat, Restriction, Drops]
    .flatMap((group): Endpoint[] => Object.values(group))
    .concat(pageEndpoints)
    .filter((endpoint) => endpoint.method !== 'GET' && endpoint !== Chat.sendMessage)
    .filter((endpoint) => !causeEvents.has(endpoint) && !neverRepeated.test(endpoint.path))
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)

/** Null for requests that changed nothing, that are repeated as events, or that cannot be repeated. */
export function requestOf(line: Exclude<Line, { kind: 'start' | 'person' }>): Call | null {
  if (line.kind !== 'request' || (line.status ?? 500) >= 300 || line.url === undefined) return null
  const endpoint = repeatedEndpoints.get(line.name)
  if (endpoint === undefined || (endpoint.body !== undefined && typeof line.request !== 'object')) return null
  if (usesCookie(endpoint.auth) && line.byChannelId === undefined) return null
  const { pathname, searchParams } = new URL(line.url, 'http://localhost')
  const body = (line.request ?? {}) as Record<string, unknown>
  const parameters = { ...body, ...Object.fromEntries(searchParams) }
  const input = {
    ...(endpoint.pathParams && { pathParams: readPath(endpoint.path, pathname) }),
    ...(endpoint.query && { query: Object.fromEntries(searchParams) }),
    ...(endpoint.parameters && { parameters }),
    ...(endpoint.body && { body: withoutCredentials(body, endpoint) }),
  }
  return { endpoint: endpoint as ApiEndpoint, input, response: contentOf(line.response), caller: line }
}

export function contentOf(response: unknown): unknown {
  return typeof response === 'object' && response !== null ? Reflect.get(response, 'content') : undefined
}

/** The email addresses and passwords of people are generated again, because an address may exist. */
function withoutCredentials(body: Record<string, unknown>, endpoint: Endpoint): object {
  if (endpoint !== actions.createPerson) return body
  const { email: _email, password: _password, ...rest } = body
  return rest
}

function readPath(pattern: string, pathname: string): Record<string, string> {
  const values = pathname.split('/')
  return Object.fromEntries(
    pattern
      .split('/')
      .flatMap((part, at) => (part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(values[at] ?? '')]] : [])),
  )
}

/** A request that changed something, and that is neither repeated nor the cause of a repeated event. */
export function isChange(line: Exclude<Line, { kind: 'start' | 'person' }>): line is RecordLine {
  if (line.kind !== 'request' || (line.status ?? 500) >= 300 || line.name.startsWith('GET ')) return false
  const causes = [...causeEvents, Chat.sendMessage].map(({ method, path }) => `${method} ${path}`)
  const pages = [
    'POST /console/v1/channels/{channelId}/chat',
    'POST /console/v1/channels/{channelId}/donations',
    'POST /console/v1/channels/{channelId}/subscription',
  ]
  const signIns = ['POST /sandbox/v1/people/{channelId}/web-sessions', 'DELETE /console/v1/web-session']
  return (
    ![...causes, ...pages, ...signIns].includes(line.name) &&
    !/ \/(auth|ingest|open\/v1\/sessions|console\/v1\/account)\//.test(line.name)
  )
}
