import { secondFormat } from '../../lib/time-format.ts'
import { strings } from '../../locales/index.ts'
import type { InspectorRecord } from './queries/records.ts'

const { targets: t } = strings('inspector')

/** The state of a session relative to the time of the event. */
type SessionState = 'open' | 'openThen' | 'openedLater' | 'closed'
/** A possible receiver. A session has `sessionKey` and `state`. */
export type Target = {
  label: string
  app: string
  appName: string
  sessionKey?: string
  state?: SessionState
  to?: 'WEBHOOK'
}
export type TargetGroups = { group: string; targets: Target[] }[]

/** The records of the sessions' connects and disconnects, and the names of the applications by client id. */
type SessionRecords = {
  connected: readonly InspectorRecord[]
  closed: readonly InspectorRecord[]
  apps: ReadonlyMap<string, string>
  /** Whether events of this type are sent to webhooks. */
  isWebhookEvent: boolean
}

const maxClosedTargets = 5

/**
 * The possible receivers of an event, the most likely first. Of the sessions that were closed, only the latest. Webhook
 * events are not sent to sessions.
 */
export function findTargets(
  eventPosition: number,
  { connected, closed, apps, isWebhookEvent }: SessionRecords,
): TargetGroups {
  if (isWebhookEvent)
    return [
      {
        group: t.webhooks,
        targets: [...apps].map(([app, name]) => ({
          label: `${name} · ${t.webhook}`,
          app,
          appName: name,
          to: 'WEBHOOK',
        })),
      },
    ]
  const closedBySession = new Map(closed.map((record) => [record.sessionKey, record]))
  const sessions = connected.flatMap((opened) => {
    const { sessionKey, clientId: app } = opened
    if (sessionKey === null || app === null) return []
    const ended = closedBySession.get(sessionKey) ?? null
    const state = stateOf(opened, ended, eventPosition)
    return [{ label: sessionLabel(opened, ended), app, appName: opened.appName ?? '', sessionKey, state }]
  })
  const sessionsByState = Map.groupBy(sessions, ({ state }) => state)
  const targetsIn = (state: SessionState) => sessionsByState.get(state) ?? []
  const closedTargets = targetsIn('closed')
  return [
    { group: t.open, targets: targetsIn('open') },
    { group: t.openThen, targets: targetsIn('openThen') },
    {
      group: t.apps,
      targets: [...apps].map(([app, name]) => ({ label: `${name} · ${t.anySession}`, app, appName: name })),
    },
    { group: t.openedLater, targets: targetsIn('openedLater') },
    {
      group: closedTargets.length > maxClosedTargets ? t.lastClosed(maxClosedTargets, closedTargets.length) : t.closed,
      targets: closedTargets.slice(0, maxClosedTargets),
    },
  ].filter(({ targets }) => targets.length > 0)
}

function stateOf(opened: InspectorRecord, ended: InspectorRecord | null, eventPosition: number): SessionState {
  if (ended !== null && ended.position < eventPosition) return 'closed'
  if (opened.position > eventPosition) return ended === null ? 'openedLater' : 'closed'
  return ended === null ? 'open' : 'openThen'
}

/** The owner of the session and when it was open, to distinguish the sessions of one application. */
function sessionLabel(connected: InspectorRecord, closed: InspectorRecord | null): string {
  const from = secondFormat.format(new Date(connected.date))
  const period = closed === null ? t.since(from) : `${from} – ${secondFormat.format(new Date(closed.date))}`
  const ownerName = connected.channelName ?? t.appSession
  return `${connected.appName} · ${ownerName} · ${period} · ${(connected.sessionKey ?? '').slice(0, 8)}`
}
