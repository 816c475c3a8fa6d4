import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgres, query, startKillableProgram } from './test-helpers.ts'

/*
 * Runs as process 1 of a process namespace. Node waits only for its own children, so a server whose program was killed
 * remains a zombie. Kills program and server together, starts the next one at once, and counts the committed rows.
 */
const [dir = '', kills = '1'] = process.argv.slice(2)
const serverPid = () => Number.parseInt(readFileSync(join(dir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
/** Undefined if the process has ended since it was listed. */
function stateOf(pid: number): string | undefined {
  try {
    return /^\d+ \(.*\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

const committed: number[] = []
let zombies = 0
for (let kill = 0; kill < Number(kills); kill++) {
  await using program = startKillableProgram(dir)
  const before = committed.length
  await program.waitForLine(/^committed/)
  const server = serverPid()
  const ended = program.kill()
  process.kill(server, 'SIGKILL')
  await ended
  committed.push(...program.committedRows())
  if (committed.length === before) throw new Error('The program committed no row.')
  while (stateOf(server) !== 'Z') await new Promise(setImmediate)
  zombies += 1
}
await using postgres = await openPostgres(dir)
const rows = new Set((await query(postgres.connection, 'select row from committed')).map(({ row }) => Number(row)))
const lost = committed.filter((row) => !rows.has(row))
const zombieCount = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && stateOf(Number(name)) === 'Z').length
if (zombieCount < zombies) throw new Error(`${zombieCount} of ${zombies} servers are zombies.`)
process.stdout.write(`${kills} kills, ${zombies} zombies, ${committed.length} rows committed, ${lost.length} lost\n`)
