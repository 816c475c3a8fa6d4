import { setTimeout as after } from 'node:timers/promises'
import {
  sandboxApi,
  formatFailure,
  formatReason,
  recordKinds,
  type ContentOf,
  type QueryOf,
  type WireProfile,
} from '@onair/contract'
import { defineCommand, parseInteger } from '../../command.ts'
import { resolveChannel, channelPlaceholder, channelDescription } from '../sandbox/demo-channels.ts'
import { openSandbox, sandboxOptions } from '../sandbox/sandbox.ts'
import { onOutputClosed, print } from '../../print.ts'

type Filters = QueryOf<typeof sandboxApi.inspector.listRecords>
type Records = ContentOf<typeof sandboxApi.inspector.listRecords>['data']

const pageSize = 100
const pollIntervalMs = 500

/** Prints the inspector's records: requests, events, session frames and deliveries. */
export const logs = defineCommand({
  name: 'logs',
  summary: 'Show requests, events, session frames and deliveries, oldest first',
  positionals: {},
  options: {
    follow: { description: 'print new records until Ctrl+C' },
    last: {
      placeholder: '<number>',
      description: 'number of existing records, 0 to 100',
      defaultText: '20',
    },
    kind: { placeholder: '<kind>', description: 'only records of this kind', choices: recordKinds },
    name: {
      placeholder: '<text>',
      description: 'only records whose name contains this text, such as CHAT or POST /open/v1/chats',
    },
    status: { placeholder: '<status>', description: 'only responses with this status, such as 404 or 4xx' },
    'client-id': { placeholder: '<client id>', description: 'only records of this application' },
    'channel-id': {
      placeholder: channelPlaceholder,
      description: `only records of this channel: ${channelDescription}`,
    },
    'session-key': { placeholder: '<session key>', description: 'only records of this session' },
    'trace-id': { placeholder: '<request id>', description: 'only records caused by this request' },
    text: { placeholder: '<text>', description: 'only records that contain this text' },
    full: { description: 'include headers, bodies and payloads' },
    ...sandboxOptions,
  },
  async run(args, env) {
    const { follow, full, json, kind, name, status, 'trace-id': traceId, text } = args
    const last = parseInteger('last', args.last ?? '20', { min: 0, max: pageSize })
    const { call, overview } = await openSandbox(args, env)
    const channel = args['channel-id']
    const filterValues = {
      kind: recordKinds.find((choice) => choice === kind),
      name,
      status,
      traceId,
      text,
      clientId: args['client-id'],
      channelId: channel === undefined ? undefined : resolveChannel('channel-id', channel, overview.demo.people),
      sessionKey: args['session-key'],
      full,
    }
    const filters = Object.fromEntries(
      Object.entries(filterValues).filter(([, value]) => value !== undefined),
    ) as Filters
    const fetchRecords = (query: object) => call(sandboxApi.inspector.listRecords, { query: { ...filters, ...query } })
    const printRecords = (records: Records) => {
      for (const record of records.toReversed())
        print(json ? JSON.stringify(record) : full ? formatFull(record) : formatLine(record))
    }
    const { data, page } = await fetchRecords({ size: Math.max(1, last) })
    printRecords(data.slice(0, last))
    if (!follow) return
    onOutputClosed(() => process.exit(0))
    for (let lastSeen = page.newest ?? 0; ; await after(pollIntervalMs)) {
      const { records, newest } = await fetchNewerThan(lastSeen, fetchRecords)
      printRecords(records)
      lastSeen = newest
    }
  },
})

/** Loads all records after a position, newest first, and the newest position. */
async function fetchNewerThan(
  lastSeen: number,
  fetchRecords: (query: object) => Promise<{ data: Records; page: { next: number | null; newest: number | null } }>,
) {
  const records: Records = []
  let newest = lastSeen
  for (let before: number | null | undefined; before !== null;) {
    const { data, page } = await fetchRecords({
      after: lastSeen,
      size: pageSize,
      ...(before !== undefined && { before }),
    })
    records.push(...data)
    newest = Math.max(newest, page.newest ?? lastSeen)
    before = page.next
  }
  return { records, newest }
}

function formatLine({
  date,
  kind,
  name,
  status,
  tookMs,
  clientId,
  appName,
  channelName,
  delivery,
  wireProfile,
  detail,
}: Records[number]): string {
  const parts = [
    status === null ? '' : `${status}`,
    tookMs === null ? '' : `${tookMs} ms`,
    [appName, channelName].filter((name) => name !== null).join(' / '),
    delivery === null
      ? ''
      : `${delivery.state} after ${delivery.attempts} ${delivery.attempts === 1 ? 'attempt' : 'attempts'}${delivery.failure ? `: ${formatFailure(delivery.failure)}` : ''}`,
    detail?.reason ? formatReason(detail.reason) : '',
    detail?.failure ? formatFailure(detail.failure) : '',
    wireProfile === null ? '' : formatProfile({ kind, name, wireProfile, clientId }),
  ]
  return [date, kind.padEnd(8), name, ...parts.filter((part) => part !== '')].join('  ')
}

/** Names the command that changes the profile, where the client seems to need the other one. */
function formatProfile({
  kind,
  name,
  wireProfile,
  clientId,
}: Pick<Records[number], 'kind' | 'name' | 'clientId'> & { wireProfile: WireProfile }): string {
  const isMisfit = kind === 'request' || name === 'closed' || name === 'silent'
  if (!isMisfit) return `wire profile ${wireProfile}`
  const [other, client] =
    wireProfile === 'documented'
      ? ['observed', 'A client of the public service']
      : ['documented', 'A client written from the specification']
  const what = kind === 'request' ? 'headers of a client of the public service' : 'never subscribed'
  return `wire profile ${wireProfile}, ${what}. ${client} needs: npx onair app profile ${other} --client-id ${clientId ?? ''}`
}

function formatFull(record: Records[number]): string {
  const { request, response, payload } = record.detail ?? { request: null, response: null, payload: null }
  const requestLines = request && [
    `  > ${request.method} ${request.url}`,
    ...headerLines('  >', request.headers),
    ...textLines('  >', request.body),
  ]
  const responseLines = response && [...headerLines('  <', response.headers), ...textLines('  <', response.body)]
  return [formatLine(record), ...(requestLines ?? []), ...(responseLines ?? []), ...textLines('  =', payload)].join(
    '\n',
  )
}

function headerLines(mark: string, headers: Record<string, string>): string[] {
  return Object.entries(headers).map(([name, value]) => `${mark} ${name}: ${value}`)
}

function textLines(mark: string, body: { text: string; truncated: boolean } | null): string[] {
  return body === null || body.text === '' ? [] : [`${mark} ${body.text}${body.truncated ? ' …' : ''}`]
}
