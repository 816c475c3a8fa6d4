import './delete-driver-variables.ts'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { Client, type QueryResult } from 'pg'
import { openEmbeddedPostgres, connectEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'

/*
 * `npm run psql`: a prompt for SQL on the embedded database of this clone, whether or not its server is running. It is `psql`
 * where that is installed; the packages have none. ONAIR_DATA_DIR names another data directory. Arguments are those of
 * `psql`, such as `npm run psql -- -c 'select 1'`.
 */
const print = (text: string) => process.stderr.write(`${text}\n`)
const dir = process.env['ONAIR_DATA_DIR'] ?? '.onair'
await using resources = new AsyncDisposableStack()
const running = await connectEmbeddedPostgres(dir)
const connection = running ?? resources.use(await openEmbeddedPostgres({ dir, durable: true, print })).connection
const { host, port, user, password, database } = connection
const env = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password, PGDATABASE: database }
// Ctrl+C cancels a statement of psql, and does not end this process.
process.on('SIGINT', () => {})
if (!(await runPsql())) await runPrompt()

/** False where psql is not installed. */
async function runPsql(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  spawn('psql', process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, ...env } })
    .on('error', () => resolve(false))
    .on('exit', (code) => {
      process.exitCode = code ?? 1
      resolve(true)
    })
  return promise
}

/** A statement ends with a semicolon. */
async function runPrompt() {
  const client = new Client(connection)
  await client.connect()
  resources.defer(() => client.end())
  print('psql is not installed; this prompt runs SQL only. End it with Ctrl+D.')
  const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: 'onair=> ' })
  lines.on('SIGINT', () => lines.close())
  lines.prompt()
  let statement = ''
  for await (const line of lines) {
    statement += `${line}\n`
    if (line.trimEnd().endsWith(';')) {
      await client.query(statement).then(show, (error: Error) => print(`ERROR: ${error.message}`))
      statement = ''
    }
    lines.setPrompt(statement.trim() === '' ? 'onair=> ' : 'onair-> ')
    lines.prompt()
  }
}

function show(results: QueryResult | QueryResult[]) {
  for (const { command, rowCount, rows } of [results].flat()) {
    // oxlint-disable-next-line no-console
    if (rows.length > 0) console.table(rows)
    print(`${command} ${rowCount ?? ''}`)
  }
}
