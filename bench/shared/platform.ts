import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { readConfig } from '@onair/server/config/config.ts'
import { createSandbox } from '@onair/sandbox/sandbox.ts'
import { openProgram } from '@onair/server/program.ts'
import { openEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { median } from './statistics.ts'

/** Starts the program in this process on a temporary PostgreSQL. `sql` is a separate connection to that database. */
export async function openPlatform() {
  await using opening = new AsyncDisposableStack()
  const { connection, databaseUrl } = opening.use(await openTemporaryPostgres())
  const env = { ONAIR_DATABASE_URL: databaseUrl, ONAIR_SECRET_KEY: randomBytes(32).toString('base64'), ONAIR_PORT: '0' }
  const { deps } = opening.use(
    await openProgram({ config: readConfig(env), log: silentLog, openExtension: createSandbox() }),
  )
  const sql = new Client(connection)
  await sql.connect()
  opening.defer(() => sql.end())
  const opened = opening.move()
  const { baseUrl } = deps.addresses
  return {
    baseUrl,
    databaseUrl,
    deps,
    sql,
    sandbox: async (path: string, json: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${baseUrl}/sandbox/v1${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(json),
      })
      return ((await response.json()) as { content: Record<string, string> }).content
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

export async function openTemporaryPostgres() {
  await using opening = new AsyncDisposableStack()
  const dir = await mkdtemp(join(tmpdir(), 'onair-bench-'))
  opening.defer(() => rm(dir, { recursive: true, force: true }))
  const { connection } = opening.use(await openEmbeddedPostgres({ dir, durable: false, print: () => {} }))
  const { host, port, user, password, database } = connection
  const databaseUrl = `postgres:///${database}?${String(new URLSearchParams({ host, port: String(port), user, password }))}`
  const opened = opening.move()
  return { connection, databaseUrl, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Runs the contenders in turns, and returns the median time of each in milliseconds. Warm-up rounds come first. */
export async function measure(contenders: Record<string, () => Promise<unknown>>, rounds: number) {
  const times = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]))
  for (let round = -Math.ceil(rounds / 5); round < rounds; round += 1)
    for (const [name, run] of Object.entries(contenders)) {
      const startedAt = performance.now()
      await run()
      if (round >= 0) times.get(name)?.push(performance.now() - startedAt)
    }
  return (name: string) => median(times.get(name) ?? [])
}
