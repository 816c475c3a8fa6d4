import { setTimeout as after } from 'node:timers/promises'
import { recordKinds, sandboxInspector, type ContentOf, type QueryOf } from '@onair/contract'
import { command, wholeNumber } from './command.ts'
import { channelNamed, channelPlace, channelSays } from './demo-names.ts'
import { openSandbox, ofSandbox } from './sandbox.ts'
import { say } from './say.ts'

type Filters = QueryOf<typeof sandboxInspector.listRecords>
type Records = ContentOf<typeof sandboxInspector.listRecords>['data']

const atOnce = 100
const pauseMs = 500

/** What the inspector recorded: requests, events, frames of sessions, notifications. */
export const logs = command({
  words: 'logs',
  does: 'Show what was asked, happened and was told, oldest first',
  takes: {},
  options: {
    follow: { says: 'go on with what comes, until Ctrl+C' },
    last: { value: '<number>', says: 'how many of those that are there already, 0 to 100', otherwise: '20' },
    kind: { value: '<kind>', says: 'only of this kind', oneOf: recordKinds },
    name: { value: '<text>', says: 'only whose name holds this: CHAT, or POST /open/v1/chats' },
    status: { value: '<status>', says: 'only answered so: 404, or 4xx' },
    'client-id': { value: '<client id>', says: 'only of this application' },
    'channel-id': { value: channelPlace, says: `only of this channel: ${channelSays}` },
    'session-key': { value: '<session key>', says: 'only of this session' },
    chain: { value: '<request id>', says: 'only what this request caused' },
    text: { value: '<text>', says: 'only what holds this' },
    full: { says: 'with headers, bodies and payloads' },
    ...ofSandbox,
  },
  async run(given, env) {
    const { follow, full, json, kind, name, status, chain, text } = given
    const last = wholeNumber('last', given.last ?? '20', { least: 0, most: atOnce })
    const { call, overview } = await openSandbox(given, env)
    const channel = given['channel-id']
    const wanted = {
      kind: recordKinds.find((one) => one === kind),
      name,
      status,
      chain,
      text,
      clientId: given['client-id'],
      channelId: channel === undefined ? undefined : channelNamed('channel-id', channel, overview.demo.people),
      sessionKey: given['session-key'],
      full,
    }
    const filters = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Filters
    const ask = (query: object) => call(sandboxInspector.listRecords, { query: { ...filters, ...query } })
    const show = (records: Records) => {
      for (const one of records.toReversed())
        say(json ? JSON.stringify(one) : visible(full ? fullyOf(one) : lineOf(one)))
    }
    const { data, page } = await ask({ size: Math.max(1, last) })
    show(data.slice(0, last))
    if (!follow) return
    process.stdout.once('error', () => process.exit(0))
    for (let seen = page.newest ?? 0; ; await after(pauseMs)) {
      const { records, newest } = await newerThan(seen, ask)
      show(records)
      seen = newest
    }
  },
})

/** What strangers sent moves no cursor and colours nothing: control characters are written out. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, (one) => String.raw`\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Everything after a position, newest first, however many pages it is, and how far was looked. */
async function newerThan(
  seen: number,
  ask: (query: object) => Promise<{ data: Records; page: { next: number | null; newest: number | null } }>,
) {
  const records: Records = []
  let newest = seen
  for (let before: number | null | undefined; before !== null;) {
    const { data, page } = await ask({ after: seen, size: atOnce, ...(before !== undefined && { before }) })
    records.push(...data)
    newest = Math.max(newest, page.newest ?? seen)
    before = page.next
  }
  return { records, newest }
}

function lineOf({ date, kind, name, status, tookMs, appName, channelName, delivery, detail }: Records[number]): string {
  const parts = [
    status === null ? '' : `${status}`,
    tookMs === null ? '' : `${tookMs} ms`,
    [appName, channelName].filter((one) => one !== null).join(' / '),
    delivery === null
      ? ''
      : `${delivery.state} after ${delivery.attempts}${delivery.reason === null ? '' : `: ${delivery.reason}`}`,
    detail?.reason ?? '',
  ]
  return [date, kind.padEnd(8), name, ...parts.filter((one) => one !== '')].join('  ')
}

function fullyOf(one: Records[number]): string {
  const { request, answer, payload } = one.detail ?? { request: null, answer: null, payload: null }
  const asked = request && [
    `  > ${request.method} ${request.url}`,
    ...headerLines('  >', request.headers),
    ...textLines('  >', request.body),
  ]
  const answered = answer && [...headerLines('  <', answer.headers), ...textLines('  <', answer.body)]
  return [lineOf(one), ...(asked ?? []), ...(answered ?? []), ...textLines('  =', payload)].join('\n')
}

function headerLines(mark: string, headers: Record<string, string>): string[] {
  return Object.entries(headers).map(([name, value]) => `${mark} ${name}: ${value}`)
}

function textLines(mark: string, body: { text: string; cut: boolean } | null): string[] {
  return body === null || body.text === '' ? [] : [`${mark} ${body.text}${body.cut ? ' …' : ''}`]
}
