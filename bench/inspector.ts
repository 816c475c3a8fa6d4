import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { median, roundTo2, startChild } from './child.ts'
import type { FromBroadcaster, ToBroadcaster } from './inspector/broadcaster.ts'

/*
 * What the inspector costs while nobody looks, and in a sandbox: GET /open/v1/users/me, and one chat told to 1,000 sockets,
 * by programs that differ in `INSPECTOR` alone and take turns within each round.
 *   node bench/inspector.ts [rounds] [seconds per round]
 */
const [rounds = 5, seconds = 3] = process.argv.slice(2).map(Number)
const kinds = ['off', 'on-demand', 'all'] as const
type Kind = (typeof kinds)[number]

const requests = await runRounds(await openHttpBenchmark())
const chats = await runRounds(openChatBenchmark())
console.log(
  `CPU of the server, medians of ${rounds} rounds, Node ${process.version}; ratios to a program without a recorder`,
)
console.table({ 'a request, µs': requests, 'a chat to 1,000, without their sockets, µs': chats })
console.log(JSON.stringify({ bench: 'inspector', rounds, node: process.version, requests, chats }))

type Benchmark = { measure: (kind: Kind) => Promise<number>; stop: () => void }

async function runRounds({ measure, stop }: Benchmark) {
  const costs: Record<Kind, number[]> = { off: [], 'on-demand': [], all: [] }
  for (const kind of kinds) await measure(kind)
  for (let round = 0; round < rounds; round++)
    for (let offset = 0; offset < kinds.length; offset++) {
      const kind = kinds[(offset + round) % kinds.length] ?? 'off'
      costs[kind].push(await measure(kind))
    }
  stop()
  const ratio = (kind: Kind) => roundTo2(median(costs[kind].map((cost, round) => cost / (costs.off[round] ?? NaN))))
  return {
    off: roundTo2(median(costs.off)),
    'nobody looks': roundTo2(median(costs['on-demand'])),
    ratio: ratio('on-demand'),
    'all (sandbox)': roundTo2(median(costs.all)),
    'its ratio': ratio('all'),
  }
}

async function openHttpBenchmark(): Promise<Benchmark> {
  const programs = new Map<Kind, { child: ChildProcess; url: string; token: string }>()
  for (const kind of kinds) {
    const { child, line } = await startProcess(['server/main.ts', 'serve', '--ephemeral', '--port', '0', '--json'], {
      QUOTA_PER_APP: '1000000000',
      QUOTA_PER_TOKEN: '1000000000',
      INSPECTOR: kind,
    })
    const { baseUrl: url, demo } = line as {
      baseUrl: string
      demo: { clientId: string; people: { channelId: string }[] }
    }
    const grant = await fetch(`${url}/sandbox/v1/grants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: demo.clientId, channelId: demo.people[0]?.channelId }),
    })
    const { content } = (await grant.json()) as { content: { accessToken: string } }
    programs.set(kind, { child, url, token: content.accessToken })
  }
  return {
    async measure(kind) {
      const { child, url, token } = programs.get(kind)!
      const before = cpuMicrosOf(child)
      const client = await startProcess(['bench/http/client.ts', url, token, String(seconds)])
      if (client.child.exitCode === null) await once(client.child, 'exit')
      return (cpuMicrosOf(child) - before) / (client.line as { answered: number }).answered
    },
    stop: () => programs.forEach(({ child }) => child.kill()),
  }
}

function openChatBenchmark(): Benchmark {
  const broadcasters = new Map(
    kinds.map((kind) => [
      kind,
      startChild<ToBroadcaster, FromBroadcaster>(new URL('./inspector/broadcaster.ts', import.meta.url), [kind]),
    ]),
  )
  return {
    measure: async (kind) => (await broadcasters.get(kind)!.request({ chats: 2_000 * seconds })).microsEach,
    stop: () => broadcasters.forEach((broadcaster) => broadcaster.stop()),
  }
}

async function startProcess(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, line: JSON.parse(line) as unknown }
}

/** User and system time of a process, from the kernel's ticks of 10 ms. */
function cpuMicrosOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}
