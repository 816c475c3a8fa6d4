import { fileURLToPath } from 'node:url'
import type { AttackResult } from '../tests/network/attack/program.ts'
import { namespaceUnavailable, runInNamespace } from '../tests/support/programs/network-namespace.ts'
import { report } from './shared/report.ts'
import { readNumberOption } from './shared/system.ts'

/*
 * Measures what others notice of an attack from many addresses on a server with 1,500 open files and quotas of 20: idle and
 * slow connections, guests, made-up tokens, guesses from an IPv6 /48, and websockets.
 *   node bench/attack.ts [--seconds=10]
 */
const seconds = readNumberOption('seconds', 10)
if (namespaceUnavailable) throw new Error(namespaceUnavailable)

const program = fileURLToPath(new URL('../tests/network/attack/program.ts', import.meta.url))
const timeout = (seconds + 120) * 1_000
const { stdout, stderr } = await runInNamespace([process.execPath, program, String(seconds)], { env: {}, timeout })
if (stdout === '') throw new Error(stderr)
const { quiet, attacked, attack, endedSessions, knownDevice } = JSON.parse(stdout) as AttackResult

await report({
  name: 'attack',
  columns: ['calls of others', 'calls', 'failed', 'p50', 'p99', 'processor of the server'],
  rows: Object.entries({ before: quiet, attacked }).map(([name, { calls, failed, p50Ms, p99Ms, serverCpu }]) => [
    name,
    calls,
    failed,
    `${p50Ms} ms`,
    `${p99Ms} ms`,
    serverCpu,
  ]),
  goals: [
    { name: 'p99 in ms', value: attacked.p99Ms, atMost: 250 },
    { name: 'failed calls of others', value: attacked.failed, atMost: 0 },
    { name: 'ended sessions', value: endedSessions, atMost: 0 },
    { name: 'status of the sign-in of a known device', value: knownDevice, atMost: 302 },
  ],
})
console.log(`The attack: ${JSON.stringify(attack)}`)
