import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/*
 * GET /open/v1/users/me beside a bare node:http server that answers the same bytes with the same headers: requests per
 * second, one server and one client process at a time, interleaved in one run.
 *   node bench/http.ts [rounds] [seconds per round]
 */
const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number)

const onair = await startProcess(['server/main.ts', 'serve', '--ephemeral', '--port', '0', '--json'], {
  INSPECTOR: 'on-demand',
  QUOTA_PER_APP: '1000000000',
  QUOTA_PER_TOKEN: '1000000000',
})
const { baseUrl, demo } = onair.line as { baseUrl: string; demo: { clientId: string; people: { channelId: string }[] } }
const grant = await fetch(`${baseUrl}/sandbox/v1/grants`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ clientId: demo.clientId, channelId: demo.people[0]?.channelId }),
})
const token = ((await grant.json()) as { content: { accessToken: string } }).content.accessToken
const answer = await fetch(`${baseUrl}/open/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })
const headers = [...answer.headers].filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name))
const bare = await startProcess(['bench/http/bare.ts', JSON.stringify({ headers, body: await answer.text() })])
const bareUrl = (bare.line as { baseUrl: string }).baseUrl

const measured = { onair: [] as Measured[], bare: [] as Measured[] }
await load(baseUrl, 2, onair.child)
await load(bareUrl, 2, bare.child)
for (let round = 0; round < rounds; round += 1) {
  measured.bare.push(await load(bareUrl, seconds, bare.child))
  measured.onair.push(await load(baseUrl, seconds, onair.child))
}
onair.child.kill()
bare.child.kill()

const perSecond = (all: Measured[]) => all.map((one) => one.perSecond)
const cpuCosts = (all: Measured[]) => all.map((one) => one.cpuMicros)
const ratios = measured.onair.map((one, at) => one.perSecond / (measured.bare[at]?.perSecond ?? Number.NaN))
for (const [name, all] of [
  ['bare node:http', measured.bare],
  ['Onair users/me', measured.onair],
] as const)
  console.log(
    `${name}   ${median(perSecond(all)).toFixed(0)} requests/s, ${median(cpuCosts(all)).toFixed(1)} µs of CPU each (median of ${rounds})`,
  )
console.log(
  `ratio of requests/s   ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}); goal: at least 0.75`,
)
console.log(`ratio of CPU          ${(median(cpuCosts(measured.bare)) / median(cpuCosts(measured.onair))).toFixed(2)}`)

async function startProcess(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; line: unknown }> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, line: JSON.parse(line) }
}

type Measured = { perSecond: number; cpuMicros: number }

/** What one client process gets answered over 64 kept-alive connections, and what each answer costs the server. */
async function load(url: string, forSeconds: number, server: ChildProcess): Promise<Measured> {
  const before = cpuMicrosOf(server)
  const { child, line } = await startProcess(['bench/http/client.ts', url, token, String(forSeconds)])
  if (child.exitCode === null) await once(child, 'exit')
  const { perSecond, answered } = line as { perSecond: number; answered: number }
  return { perSecond, cpuMicros: (cpuMicrosOf(server) - before) / answered }
}

/** User and system time of a process, from the kernel's ticks of 10 ms. */
function cpuMicrosOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
