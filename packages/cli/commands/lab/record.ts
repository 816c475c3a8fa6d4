import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sandboxApi } from '@onair/contract'
import { systemRandom } from '@onair/server/infra/random.ts'
import { CommandError, defineCommand } from '../../command.ts'
import { channelDescription, channelPlaceholder, resolveChannel } from '../sandbox/demo-channels.ts'
import { listenForInterrupt } from '../../interrupt.ts'
import { print, printToStderr } from '../../print.ts'
import { createAnonymizer } from '@onair/lab/recording/anonymize.ts'
import type { Line } from '@onair/lab/recording/lines.ts'
import { listNewRecords, listPastRecords, recordConverter } from '@onair/lab/recording/read-records.ts'
import { openSandbox, sandboxOptions, type Sandbox } from '../sandbox/sandbox.ts'

const pollIntervalMs = 500

/** Writes what happens in a sandbox to a file, from the records of the inspector. */
export const record = defineCommand({
  name: 'record',
  summary: 'Record requests, events and actions of the sandbox to a file until Ctrl+C, to replay them',
  positionals: { file: { placeholder: '<file>', description: 'file to write, as NDJSON', isRequired: true } },
  options: {
    past: { description: 'write the existing records and exit' },
    anonymize: { description: 'replace names, ids and email addresses' },
    channel: {
      placeholder: channelPlaceholder,
      description: `channel that --channel of a replay replaces: ${channelDescription}`,
      defaultText: 'streamer',
    },
    url: sandboxOptions.url,
  },
  async run({ file, past, anonymize, channel = 'streamer', ...target }, env) {
    const sandbox = await openSandbox(target, env)
    const channelId = resolveChannel('channel', channel, sandbox.overview.demo.people)
    const write = await openFile(file, anonymize)
    await write.line(startLine(sandbox, channelId))
    const convert = recordConverter(
      sandbox.call,
      sandbox.overview.demo.people.map((person) => person.channelId),
    )
    let [count, dropped] = [0, 0]
    const writeAll = async (records: Parameters<typeof convert>[0][]) => {
      for (const each of records) {
        for (const line of await convert(each)) await write.line(line)
        count += 1
        if (each.kind === 'gap') dropped += 1
      }
    }
    if (past) for await (const page of listPastRecords(sandbox.call)) await writeAll(page)
    else await follow(sandbox, writeAll)
    await write.end()
    print(`${count} records in ${file}.`)
    if (dropped > 0)
      throw new CommandError(`The inspector dropped records ${dropped} times, so the recording is not complete.`)
  },
})

function startLine({ baseUrl, overview: { demo } }: Sandbox, channelId: string): Line {
  const people = demo.people.map((person) => ({
    channelId: person.channelId,
    channelName: person.channelName,
    role: person.role,
  }))
  return { kind: 'start', format: 'onair-recording', version: 1, baseUrl, channelId, clientId: demo.clientId, people }
}

async function openFile(path: string, anonymize: boolean) {
  const stream = createWriteStream(path)
  await once(stream, 'open').catch(() => {
    throw new CommandError(`Cannot write the file ${path}.`)
  })
  const replace = anonymize ? createAnonymizer(systemRandom.bytes(16).toString('hex')) : (line: Line) => line
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

/** Until SIGINT or SIGTERM; what happened before it is written. */
async function follow(
  { call }: Sandbox,
  writeAll: (records: Awaited<ReturnType<typeof listNewRecords>>['records']) => Promise<void>,
): Promise<void> {
  using interrupt = listenForInterrupt()
  const { page } = await call(sandboxApi.inspector.listRecords, { query: { size: 1 } })
  printToStderr('Recording until Ctrl+C …')
  let lastSeen = page.newest ?? 0
  for (let isLast = false; !isLast;) {
    await wait(pollIntervalMs, undefined, { signal: interrupt.signal }).catch(() => {})
    isLast = interrupt.signal.aborted
    const { records, newest } = await listNewRecords(call, lastSeen)
    await writeAll(records)
    lastSeen = newest
  }
}
