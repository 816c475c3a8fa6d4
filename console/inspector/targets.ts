import { inLanguage, language } from '../language.ts'
import type { Shown } from './records.ts'

export type Target = { label: string; app: string; sessionKey?: string; to?: 'WEBHOOK' }
export type Targets = { group: string; targets: Target[] }[]

const deadAtMost = 5

/** Where an event could have come, what it most likely should have come to first; of what was dead by then the last few. */
export function targetsOf(
  happened: number,
  {
    connected,
    closed,
    apps,
  }: { connected: readonly Shown[]; closed: readonly Shown[]; apps: ReadonlyMap<string, string> },
): Targets {
  const ends = new Map(closed.map((one) => [one.sessionKey, one]))
  const sessions = connected.flatMap((began) => {
    const { sessionKey, clientId: app } = began
    const ended = ends.get(sessionKey) ?? null
    if (sessionKey === null || app === null) return []
    return [{ began, ended, target: { label: labelOf(began, ended), app, sessionKey } }]
  })
  const standing = Map.groupBy(sessions, ({ began, ended }) => {
    if (ended !== null && ended.position < happened) return 'dead'
    if (began.position > happened) return ended === null ? 'later' : 'dead'
    return ended === null ? 'open' : 'openThen'
  })
  const of = (name: 'open' | 'openThen' | 'later' | 'dead') => (standing.get(name) ?? []).map(({ target }) => target)
  const dead = of('dead')
  return [
    { group: said.open, targets: of('open') },
    { group: said.openThen, targets: of('openThen') },
    {
      group: said.whole,
      targets: [...apps].flatMap(([app, name]): Target[] => [
        { label: `${name} · ${said.any}`, app },
        { label: `${name} · ${said.webhook}`, app, to: 'WEBHOOK' },
      ]),
    },
    { group: said.later, targets: of('later') },
    {
      group: dead.length > deadAtMost ? said.deadOf(deadAtMost, dead.length) : said.dead,
      targets: dead.slice(0, deadAtMost),
    },
  ].filter(({ targets }) => targets.length > 0)
}

const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })

/** Whose it is and from when until when it was open, which tells one from another of the same application. */
function labelOf(began: Shown, ended: Shown | null): string {
  const from = clock.format(new Date(began.date))
  const when = ended === null ? said.since(from) : `${from} – ${clock.format(new Date(ended.date))}`
  const whose = began.channelName ?? said.ofApp
  return `${began.appName} · ${whose} · ${when} · ${(began.sessionKey ?? '').slice(0, 8)}`
}

const said = inLanguage({
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
