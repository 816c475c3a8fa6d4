import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sandboxApi, type ContentOf } from '@onair/contract'
import type { Client } from '@onair/sdk/http'
import { LabError } from '../error.ts'
import { createAnonymizer } from './anonymize.ts'
import type { Line } from './lines.ts'
import { listNewRecords, listPastRecords, recordConverter, type Records } from './read-records.ts'

type Following = { signal: AbortSignal; onStart: () => void }
type RecordOptions = {
  baseUrl: string
  call: Client
  demo: ContentOf<typeof sandboxApi.demo.getOverview>['demo']
  /** The channel that `--channel` of a replay replaces. */
  channelId: string
  path: string
  isAnonymous: boolean
  /** Null: only the records that exist. Else what happens until the signal is aborted. */
  following: Following | null
}

const pollIntervalMs = 500

/** Writes the records of the inspector to a file. `dropped` counts the gaps in the records. */
export async function recordSandbox(options: RecordOptions): Promise<{ count: number; dropped: number }> {
  const { call, demo, path, isAnonymous, following } = options
  const write = await openFile(path, isAnonymous)
  await write.line(startLine(options))
  const knownPeople = demo.people.map((person) => person.channelId)
  const convert = recordConverter(call, knownPeople)
  let [count, dropped] = [0, 0]
  for await (const records of following === null ? listPastRecords(call) : followRecords(call, following))
    for (const record of records) {
      for (const line of await convert(record)) await write.line(line)
      count += 1
      if (record.kind === 'gap') dropped += 1
    }
  await write.end()
  return { count, dropped }
}

function startLine({ baseUrl, demo, channelId }: RecordOptions): Line {
  const people = demo.people.map((person) => ({
    channelId: person.channelId,
    channelName: person.channelName,
    role: person.is,
  }))
  return { kind: 'start', format: 'onair-recording', version: 1, baseUrl, channelId, clientId: demo.clientId, people }
}

async function openFile(path: string, isAnonymous: boolean) {
  const stream = createWriteStream(path)
  await once(stream, 'open').catch(() => {
    throw new LabError('CANNOT_WRITE', `Cannot write the file ${path}.`)
  })
  const replace = isAnonymous ? createAnonymizer(randomBytes(16).toString('hex')) : (line: Line) => line
  return {
    async line(line: Line) {
      if (!stream.write(`${JSON.stringify(replace(line))}\n`)) await once(stream, 'drain')
    },
    async end() {
      stream.end()
      await finished(stream)
    },
  }
}

/** The records from now on. What happened before the signal was aborted is included. */
async function* followRecords(call: Client, { signal, onStart }: Following): AsyncGenerator<Records> {
  const { page } = await call(sandboxApi.inspector.listRecords, { query: { size: 1 } })
  onStart()
  let lastSeen = page.newest ?? 0
  for (let isLast = false; !isLast;) {
    await wait(pollIntervalMs, undefined, { signal }).catch(() => {})
    isLast = signal.aborted
    const { records, newest } = await listNewRecords(call, lastSeen)
    yield records
    lastSeen = newest
  }
}
