import { localize, language } from '../../lib/language.ts'
import type { InspectorRecord } from '../../lib/records.ts'

export type Target = { label: string; app: string; sessionKey?: string; to?: 'WEBHOOK' }
export type TargetGroups = { group: string; targets: Target[] }[]

const maxClosedTargets = 5

/** Where an event could have come, what it most likely should have come to first; of what was dead by then the last few. */
export function findTargets(
  eventPosition: number,
  {
    connected,
    closed,
    apps,
  }: { connected: readonly InspectorRecord[]; closed: readonly InspectorRecord[]; apps: ReadonlyMap<string, string> },
): TargetGroups {
  const closedBySession = new Map(closed.map((one) => [one.sessionKey, one]))
  const sessions = connected.flatMap((connectedRecord) => {
    const { sessionKey, clientId: app } = connectedRecord
    const ended = closedBySession.get(sessionKey) ?? null
    if (sessionKey === null || app === null) return []
    return [{ began: connectedRecord, ended, target: { label: sessionLabel(connectedRecord, ended), app, sessionKey } }]
  })
  const sessionsByState = Map.groupBy(sessions, ({ began, ended: closedRecord }) => {
    if (closedRecord !== null && closedRecord.position < eventPosition) return 'dead'
    if (began.position > eventPosition) return closedRecord === null ? 'later' : 'dead'
    return closedRecord === null ? 'open' : 'openThen'
  })
  const targetsIn = (state: 'open' | 'openThen' | 'later' | 'dead') =>
    (sessionsByState.get(state) ?? []).map(({ target }) => target)
  const closedTargets = targetsIn('dead')
  return [
    { group: t.open, targets: targetsIn('open') },
    { group: t.openThen, targets: targetsIn('openThen') },
    {
      group: t.whole,
      targets: [...apps].flatMap(([app, name]): Target[] => [
        { label: `${name} · ${t.any}`, app },
        { label: `${name} · ${t.webhook}`, app, to: 'WEBHOOK' },
      ]),
    },
    { group: t.later, targets: targetsIn('later') },
    {
      group: closedTargets.length > maxClosedTargets ? t.deadOf(maxClosedTargets, closedTargets.length) : t.dead,
      targets: closedTargets.slice(0, maxClosedTargets),
    },
  ].filter(({ targets }) => targets.length > 0)
}

const timeFormat = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })

/** Whose it is and from when until when it was open, which tells one from another of the same application. */
function sessionLabel(connected: InspectorRecord, closed: InspectorRecord | null): string {
  const from = timeFormat.format(new Date(connected.date))
  const period = closed === null ? t.since(from) : `${from} – ${timeFormat.format(new Date(closed.date))}`
  const ownerName = connected.channelName ?? t.ofApp
  return `${connected.appName} · ${ownerName} · ${period} · ${(connected.sessionKey ?? '').slice(0, 8)}`
}

const t = localize({
  ko: {
    open: '그때부터 지금까지 열린 세션',
    openThen: '그때 열려 있던 세션',
    whole: '애플리케이션 전체',
    later: '그 뒤에 열린 세션',
    dead: '그때 열려 있지 않았고 지금은 닫힌 세션',
    deadOf: (shown: number, all: number) => `그때 열려 있지 않았고 지금은 닫힌 세션 (${all}개 중 최근 ${shown}개)`,
    since: (from: string) => `${from}부터`,
    ofApp: '애플리케이션 세션',
    any: '아무 세션',
    webhook: '웹훅',
  },
  en: {
    open: 'Open then and now',
    openThen: 'Open then',
    whole: 'A whole application',
    later: 'Opened later',
    dead: 'Not open then, and closed now',
    deadOf: (shown: number, all: number) => `Not open then, and closed now (the last ${shown} of ${all})`,
    since: (from: string) => `since ${from}`,
    ofApp: 'of the application',
    any: 'any session',
    webhook: 'webhook',
  },
})
