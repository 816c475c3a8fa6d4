import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../support/programs/program.ts'
import { openSessionClient, type ReceivedEvent } from '../../support/clients/session-client.ts'
import { call, type Route } from './client.ts'

/*
 * Starts a server with 1,500 open files and quotas of 20, attacks it from many addresses, and measures what others notice.
 * Runs in a network namespace: node program.ts SECONDS
 */
const seconds = Number(process.argv[2] ?? 3)
const host = '198.51.100.1'
const port = 4747
const others: Route = { host, port, localAddress: '198.51.100.200' }
/** A public sandbox has an https address, although no proxy is in front of it here. */
const baseUrl = `https://${host}:${port}`

export type AttackResult = {
  /** Calls of another application on new connections, before and during the attack. */
  quiet: CallTimes
  attacked: CallTimes
  endedSessions: number
  hasReceivedEvent: boolean
  /** The status of the sign-in of a known device during the attack. */
  knownDevice: number
  attack: Record<string, number>
  serverErrors: string
}
/** `serverCpu`: the share of a processor that the server used. */
type CallTimes = { calls: number; failed: number; p50Ms: number; p99Ms: number; serverCpu: number }

const server = start(
  ['sh', '-c', 'ulimit -n 1500; exec "$@"', 'sh', process.execPath, findProgram('main'), 'serve'],
  ['--ephemeral', '--json'],
)
let serverErrors = ''
server.child.stderr
  ?.setEncoding('utf8')
  .on('data', (text: string) => (serverErrors = (serverErrors + text).slice(-2_000)))
const overview = await server.nextLine<{
  sandboxSecret: string
  demo: { clientId: string; people: { channelId: string; email: string; password: string }[] }
}>()
const [streamer, viewer] = overview.demo.people
assert(streamer && viewer)
const token = await createToken()
const signIn = await openKnownDevice()
const { url } = (await get('/open/v1/sessions/auth')).content as { url: string }
const session = openSessionClient(url.replace('https://', 'http://'))
const sessionKey = (await session.next())[1].data.sessionKey as string
await call(others, `/open/v1/sessions/events/subscribe/chat?sessionKey=${sessionKey}`, {
  method: 'POST',
  headers: bearer(),
})
let endedSessions = 0
const received: ReceivedEvent[] = []
void session.forEachEvent((event) => received.push(event)).then(() => endedSessions++)

const quiet = await measureCalls(Math.min(seconds, 5))
const attackers = start(
  [process.execPath, fileURLToPath(new URL('attackers.ts', import.meta.url)), host, String(port)],
  [streamer.channelId],
)
await attackers.nextLine()
const measuring = measureCalls(seconds)
const knownDevice = await signIn()
const attacked = await measuring
const hasReceivedEvent = await sendAndReceive()
attackers.child.kill('SIGTERM')
const attack = await attackers.nextLine<Record<string, number>>()
const result: AttackResult = { quiet, attacked, endedSessions, hasReceivedEvent, knownDevice, attack, serverErrors }
process.stdout.write(`${JSON.stringify(result)}\n`)
server.child.kill('SIGTERM')
await once(server.child, 'close')
process.exit()

type Started = { child: ChildProcess; nextLine: <Line>() => Promise<Line> }

function start([command = '', ...args]: string[], more: string[]): Started {
  const env = {
    ...process.env,
    ONAIR_HOST: '::',
    ONAIR_PORT: String(port),
    ONAIR_BASE_URL: baseUrl,
    ONAIR_SANDBOX_PUBLIC: 'true',
    ONAIR_LOG_LEVEL: 'error',
    // The application that is measured calls more often.
    ONAIR_QUOTA_PER_APP: '0',
    ONAIR_QUOTA_PER_TOKEN: '0',
    ONAIR_QUOTA_PER_ADDRESS: '20',
    ONAIR_QUOTA_PER_PERSON: '20',
    ONAIR_QUOTA_UNKNOWN_CREDENTIALS: '20',
  }
  const child = spawn(command, [...args, ...more], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: Interface = createInterface({ input: child.stdout })
  const iterator = lines[Symbol.asyncIterator]()
  return {
    child,
    async nextLine<Line>() {
      const { value, done } = await iterator.next()
      if (done) throw new Error(`${command} ended: ${serverErrors}`)
      return JSON.parse(value) as Line
    },
  }
}

function bearer(): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

async function get(path: string) {
  const { text } = await call(others, path, { headers: bearer() })
  return JSON.parse(text) as { content: any }
}

async function createToken(): Promise<string> {
  const body = JSON.stringify({ clientId: overview.demo.clientId, channelId: streamer?.channelId })
  const headers = { authorization: `Bearer ${overview.sandboxSecret}`, 'content-type': 'application/json' }
  const { text } = await call(others, '/sandbox/v1/grants', { method: 'POST', headers, body })
  return (JSON.parse(text) as { content: { accessToken: string } }).content.accessToken
}

/** A browser that has signed in to an account. The result signs in again, from an address of its own. */
async function openKnownDevice(): Promise<() => Promise<number>> {
  const route = { ...others, localAddress: '198.51.100.201' }
  const cookies = new Map<string, string>()
  const send = async (method: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const body = form && { body: String(new URLSearchParams(form)) }
    const answer = await call(route, '/sign-in', { method, headers, ...body })
    for (const [pair = ''] of (answer.headers['set-cookie'] ?? []).map((line) => line.split(';'))) {
      const [name = '', value = ''] = pair.split('=')
      cookies.set(name, value)
    }
    return answer
  }
  const signInOnce = async () => {
    for (const name of cookies.keys()) if (name.endsWith('onair-session')) cookies.delete(name)
    const csrf = /name="csrf" value="([^"]+)"/.exec((await send('GET')).text)?.[1] ?? ''
    return (await send('POST', { csrf, email: viewer!.email, password: viewer!.password })).status
  }
  assert.equal(await signInOnce(), 302)
  return signInOnce
}

async function measureCalls(forSeconds: number): Promise<CallTimes> {
  const times: number[] = []
  let failed = 0
  const [startedAt, cpuBefore] = [performance.now(), readCpuSeconds()]
  for (const endsAt = performance.now() + forSeconds * 1_000; performance.now() < endsAt; await wait(10)) {
    const answer = await call(others, '/open/v1/users/me', { headers: bearer() }).catch(() => null)
    if (answer?.status === 200) times.push(answer.ms)
    else failed++
  }
  const serverCpu = Math.round(((readCpuSeconds() - cpuBefore) / (performance.now() - startedAt)) * 100_000) / 100
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)
  return { calls: times.length + failed, failed, p50Ms: at(0.5), p99Ms: at(0.99), serverCpu }
}

/** The processor time of the server in seconds: proc(5), fields 14 and 15 in ticks of 10 ms. */
function readCpuSeconds(): number {
  const fields = readFileSync(`/proc/${server.child.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function hasArrived(): boolean {
  return received.some(([event, payload]) => event === 'CHAT' && payload.content === 'still here')
}

async function sendAndReceive(): Promise<boolean> {
  const headers = { ...bearer(), 'content-type': 'application/json' }
  await call(others, '/open/v1/chats/send', {
    method: 'POST',
    headers,
    body: JSON.stringify({ message: 'still here' }),
  })
  for (let waited = 0; waited < 100 && !hasArrived(); waited++) await wait(100)
  return hasArrived()
}
