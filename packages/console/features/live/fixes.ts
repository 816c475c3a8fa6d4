import type { LinkProps } from '@tanstack/react-router'
import { consoleApi, sandboxApi, session, type ErrorCode, type MissingEventCode } from '@onair/contract'
import { createClient } from '@onair/sdk/http'
import { api, isRefusal } from '../../lib/api.ts'
import { openSink } from '../../lib/open-sink.ts'
import { strings } from '../../locales/index.ts'
import type { Target } from '../inspector/delivery-targets.ts'
import type { Explanation, InspectorRecord } from '../inspector/queries/records.ts'

const { fixes: t } = strings('live')

/**
 * The repair of what stopped an event. `after`: the action runs again at once, or when a session of the application has
 * subscribed, or what was sent before is sent again.
 */
export type Fix = { label: string; run: () => Promise<unknown>; after: 'RETRY' | 'SESSION' | 'WAIT' }
export type FixLink = { label: string } & Pick<LinkProps, 'to' | 'params' | 'search'>

export type FixContext = {
  baseUrl: string
  channelId: string
  /** By how much the clock is ahead of real time. */
  movedSec: number
  now: number
  isSignedIn: boolean
  /** Starts a bot of this application in the page; null where the page cannot. */
  startBot: ((clientId: string) => void) | null
}

const none = () => Promise.resolve()

/** The repair of the reason why a receiver did not get an event. */
export function fixOfReceiver(target: Target, verdict: Explanation, context: FixContext): Fix | FixLink | null {
  const { app: clientId, sessionKey, state } = target
  const { reason, details } = verdict
  const { channelId, movedSec, startBot } = context
  const inApp = { to: '/console/apps/$clientId', params: { clientId } } as const
  const grant = () => api(sandboxApi.grants.createGrant, { body: { clientId, channelId } })
  const isOpen = (state === 'open' || state === 'openedLater') && details.disconnectedDate === null
  /** Gives consent, and subscribes the session; without an open one, a bot starts. */
  const subscribe = async () => {
    const { accessToken } = await grant()
    const operation = subscribeOperations[details.eventType]
    if (sessionKey === undefined || !isOpen) startBot?.(clientId)
    else if (operation !== undefined)
      await createClient({ baseUrl: context.baseUrl, credentials: { accessToken } })(operation, {
        parameters: { sessionKey },
      })
  }
  const afterSubscribe = isOpen ? 'RETRY' : 'SESSION'
  const bot = (start: NonNullable<typeof startBot>): Fix => ({
    label: t.bot,
    run: async () => start(clientId),
    after: 'SESSION',
  })
  if (reason === 'LOST_BY_FAULT') return { label: t.faults, run: clearFaults, after: 'RETRY' }
  if (details.fault !== null && !webhookCodes.has(reason))
    return { label: t.faults, run: clearFaults, after: 'SESSION' }
  if (details.wireProfile !== null) {
    const wireProfile = details.wireProfile === 'observed' ? 'documented' : 'observed'
    const run = async () => {
      await api(sandboxApi.apps.setWireProfile, { pathParams: { clientId }, body: { wireProfile } })
      // The client connects again: only the next session has the profile.
      if (sessionKey !== undefined) await disconnect(sessionKey)
    }
    return { label: t.profile(wireProfile), run, after: 'SESSION' }
  }
  if (movedSec !== 0 && clockCodes.has(details.errorReason?.code as ErrorCode)) {
    const run = async () => {
      await moveClock(-movedSec)
      if (reason === 'SUBSCRIPTION_REFUSED') await subscribe()
      else startBot?.(clientId)
    }
    return { label: t.clock, run, after: reason === 'SUBSCRIPTION_REFUSED' ? afterSubscribe : 'SESSION' }
  }
  switch (reason) {
    case 'APP_LACKS_SCOPE': {
      const { scope } = details
      const add = () => api(sandboxApi.apps.addScope, { pathParams: { clientId }, body: { scope: scope ?? '' } })
      return { label: t.scope, run: () => add().then(subscribe), after: afterSubscribe }
    }
    case 'NOT_GRANTED':
    case 'REVOKED':
      return { label: t.grant, run: subscribe, after: afterSubscribe }
    case 'NOT_SUBSCRIBED':
    case 'UNSUBSCRIBED_BEFORE':
    case 'OTHER_EVENT_TYPE':
    case 'OTHER_CHANNEL':
    case 'SUBSCRIPTION_REFUSED':
      return { label: isOpen ? t.subscribe : t.bot, run: subscribe, after: afterSubscribe }
    case 'CONNECTED_LATER':
    case 'SUBSCRIBED_LATER':
    case 'CREATED_LATER':
    case 'NOT_RECORDED':
      return { label: t.retry, run: none, after: 'RETRY' }
    case 'SESSION_REFUSED':
      if (startBot === null || secretCodes.has(details.errorReason?.code as ErrorCode))
        return { label: t.credentials, ...inApp, search: { tab: 'settings' } }
      return bot(startBot)
    case 'NEVER_CONNECTED':
    case 'DISCONNECTED':
    case 'SUBSCRIPTION_LIMIT_REACHED':
      return startBot === null ? null : bot(startBot)
    case 'SESSION_LIMIT_REACHED':
      return { label: t.sessions, ...inApp, search: { tab: 'sessions' } }
    case 'NO_WEBHOOK':
      return { label: t.sink, run: () => receiveHere(clientId, context), after: 'RETRY' }
    case 'EXHAUSTED': {
      const deliveryId = details.deliveryId ?? ''
      if (!context.isSignedIn)
        return {
          label: t.delivery,
          to: '/console/apps/$clientId/deliveries/$deliveryId',
          params: { clientId, deliveryId },
        }
      const input = { pathParams: { clientId }, body: { deliveryIds: [deliveryId] } }
      return { label: t.resend, run: () => api(consoleApi.webhooks.resendDeliveries, input), after: 'WAIT' }
    }
    case 'WAITING': {
      const waitSec = Math.ceil((Date.parse(details.date ?? '') - context.now) / 1_000)
      return waitSec > 0 ? { label: t.attempt, run: () => moveClock(waitSec), after: 'WAIT' } : null
    }
    case 'WEBHOOK_DISABLED':
    case 'EXCLUDED_BY_FILTER':
    case 'ENDPOINT_DELETED':
      return { label: t.webhook, ...inApp, search: { tab: 'webhook' } }
    default:
      return null
  }
}

/** The repair of the reason why a request was refused. */
export function fixOfRefusal(
  { fault, clientId, summary }: InspectorRecord,
  { movedSec }: FixContext,
): Fix | FixLink | null {
  if (fault !== null) return { label: t.faults, run: clearFaults, after: 'RETRY' }
  const { code, params } = summary?.reason ?? {}
  if (code === undefined) return null
  if (movedSec !== 0 && clockCodes.has(code)) return { label: t.clock, run: () => moveClock(-movedSec), after: 'RETRY' }
  const { days, seconds } = params as { days?: number; seconds?: number }
  if (code === 'SUBSCRIPTION_NOT_RENEWABLE')
    return { label: t.forward, run: () => moveClock(Number(days) * 86_400), after: 'RETRY' }
  if (code === 'SLOW_MODE' || code === 'TEMPORARILY_RESTRICTED')
    return { label: t.forward, run: () => moveClock(Number(seconds)), after: 'RETRY' }
  if (code === 'RESTRICTED') return { label: t.restrictions, to: '/studio/restrictions' }
  if (code === 'BLOCKED_WORD' || code === 'ONLY_EMOTICONS' || code.startsWith('CHAT_FOR_'))
    return { label: t.rules, to: '/studio/chat' }
  if (clientId === null) return null
  const inApp = { to: '/console/apps/$clientId', params: { clientId } } as const
  if (code === 'SCOPE_MISSING') return { label: t.scopes, ...inApp, search: { tab: 'scopes' } }
  if (secretCodes.has(code)) return { label: t.credentials, ...inApp, search: { tab: 'settings' } }
  return null
}

const subscribeOperations: Readonly<Record<string, (typeof session)['subscribeChat']>> = {
  CHAT: session.subscribeChat,
  DONATION: session.subscribeDonation,
  SUBSCRIPTION: session.subscribeSubscription,
}
const clockCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'TOKEN_EXPIRED_BY_CLOCK',
  'SECRET_REPLACED',
  'CAMPAIGN_OVER',
  'CAMPAIGN_NOT_STARTED',
])
const secretCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['UNKNOWN_CLIENT', 'WRONG_SECRET', 'SECRET_REPLACED'])
const webhookCodes: ReadonlySet<MissingEventCode> = new Set<MissingEventCode>([
  'WAITING',
  'EXHAUSTED',
  'WEBHOOK_DISABLED',
])

const clearFaults = () => api(sandboxApi.faults.clearFaults)
const moveClock = (advanceSeconds: number) => api(sandboxApi.clock.moveClock, { body: { advanceSeconds } })

async function disconnect(sessionKey: string) {
  try {
    await api(sandboxApi.sessions.disconnectSession, { pathParams: { sessionKey } })
  } catch (error) {
    // It has ended.
    if (!isRefusal(error, 'NO_SUCH_SESSION')) throw error
  }
}

/** Makes a receiver of the sandbox, and names it as the webhook of the application. */
async function receiveHere(clientId: string, { baseUrl }: FixContext) {
  const webhookUrl = await openSink(clientId, baseUrl)
  await api(sandboxApi.apps.setWebhook, { pathParams: { clientId }, body: { webhookUrl } })
}

/** Whether a session of the application receives such events. */
export async function isSubscribed(clientId: string, eventType: string, channelId: string): Promise<boolean> {
  const { data } = await api(sandboxApi.sessions.listSessions, { query: { clientId } })
  return data.some(({ subscribedEvents }) =>
    subscribedEvents.some((one) => one.eventType === eventType && one.channelId === channelId),
  )
}
