import { sandboxApi, type ContentOf } from '@onair/contract'
import type { Client } from '@onair/sdk/http'
import type { Line, RecordLine } from './lines.ts'

export type Records = ContentOf<typeof sandboxApi.inspector.listRecords>['data']
const pageSize = 100

/** Lists all existing records, oldest first. Only the boundaries of the pages are kept in memory. */
export async function* listPastRecords(call: Client): AsyncGenerator<Records> {
  const boundaries: number[] = []
  const listRecords = (query: object) => call(sandboxApi.inspector.listRecords, { query: { size: pageSize, ...query } })
  const { page } = await listRecords({ size: 1 })
  if (page.newest === null) return
  let before: number | null = page.newest + 1
  while (before !== null) {
    boundaries.push(before)
    before = (await listRecords({ before })).page.next
  }
  for (const boundary of boundaries.toReversed()) {
    const { data } = await listRecords({ before: boundary, full: true })
    yield data.toReversed()
  }
}

/** Lists the records after a position, oldest first, and the newest position. */
export async function listNewRecords(call: Client, lastSeen: number): Promise<{ records: Records; newest: number }> {
  const records: Records = []
  let newest = lastSeen
  for (let before: number | null | undefined; before !== null;) {
    const query = { after: lastSeen, size: pageSize, full: true, ...(before !== undefined && { before }) }
    const { data, page } = await call(sandboxApi.inspector.listRecords, { query })
    for (const record of data) records.push(record)
    newest = Math.max(newest, page.newest ?? lastSeen)
    before = page.next
  }
  return { records: records.toReversed(), newest }
}

/** Converts records to lines with times relative to the first. Moves of the clock leave the times as they were lived. */
export function recordConverter(call: Client, knownPeople: Iterable<string>) {
  const known = new Set(knownPeople)
  let startedAt: number | null = null
  let movedMs = 0
  let lastMs = 0

  return async (record: Records[number]): Promise<Line[]> => {
    const lines: Line[] = []
    const line = toLine(record)
    const date = Date.parse(record.date)
    startedAt ??= date
    lastMs = Math.max(lastMs, date - startedAt - movedMs)
    line.atMs = lastMs
    movedMs += movedBy(line)
    for (const channelId of personIds(line)) {
      if (known.has(channelId)) continue
      known.add(channelId)
      const { data } = await call(sandboxApi.people.listPeople, { query: { name: channelId } })
      const person = data.find((each) => each.channelId === channelId)
      if (person !== undefined) lines.push({ kind: 'person', ...person })
    }
    return [...lines, line]
  }
}

function toLine({ kind, name, traceId, clientId, channelId, status, detail }: Records[number]): RecordLine {
  const { request = null, response = null, payload = null } = detail ?? {}
  const texts = { request: request?.body, response: response?.body, payload }
  return {
    kind,
    atMs: 0,
    name,
    traceId,
    clientId,
    channelId,
    status,
    ...(request !== null && { url: request.url }),
    ...(request?.byChannelId !== undefined && { byChannelId: request.byChannelId }),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([field, text]) =>
        text === null || text === undefined || text.truncated ? [] : [[field, parseJson(text.text)]],
      ),
    ),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function movedBy({ kind, name, status, request }: RecordLine): number {
  const { method, path } = sandboxApi.clock.moveClock
  if (kind !== 'request' || name !== `${method} ${path}` || status !== 200) return 0
  const seconds = Reflect.get(Object(request), 'advanceSeconds')
  return typeof seconds === 'number' ? seconds * 1_000 : 0
}

/** The people that a line names, in any field. */
function personIds(line: RecordLine): Set<string> {
  const named = [line.request, line.payload, line.channelId, line.byChannelId, line.url?.split(/[/?&=]/)]
  return new Set(JSON.stringify(named).match(/(?<=")[0-9a-f]{32}(?=")/g) ?? [])
}
