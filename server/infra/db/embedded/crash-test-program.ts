import { Client } from 'pg'
import { openEmbeddedPostgres } from './embedded-postgres.ts'

/*
 * A program for the tests to kill: opens the folder it is given and writes rows until it is told to close, with a line
 * for each row that PostgreSQL has acknowledged, and for each step on the way.
 */
const print = (line: string) => process.stdout.write(`${line}\n`)

async function writeRows(dir: string) {
  await using postgres = await openEmbeddedPostgres({ dir, durable: true, print: (text) => print(`say ${text}`) })
  print('open')
  const client = new Client(postgres.connection)
  await client.connect()
  await client.query('create table if not exists kept (row bigint generated always as identity)')
  const closing = new AbortController()
  process.stdin.once('data', () => closing.abort())
  while (!closing.signal.aborted) {
    const { rows } = await client.query('insert into kept default values returning row')
    print(`kept ${rows[0].row}`)
  }
  await client.end()
  print('closing')
}

try {
  await writeRows(process.argv[2] ?? '')
  process.exit(0)
} catch (error) {
  print(`refused ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
