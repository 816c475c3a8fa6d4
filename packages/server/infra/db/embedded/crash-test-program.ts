import { Client } from 'pg'
import { openEmbeddedPostgres } from './embedded-postgres.ts'

/*
 * A program that tests kill. Opens the database in a directory and inserts rows until it reads "close". Prints a line
 * for each step and each committed row.
 */
const print = (line: string) => process.stdout.write(`${line}\n`)

async function writeRows(dir: string) {
  await using postgres = await openEmbeddedPostgres({ dir, durable: true, print: (text) => print(`info ${text}`) })
  print('open')
  const client = new Client(postgres.connection)
  await client.connect()
  await client.query('create table if not exists committed (row bigint generated always as identity)')
  const closing = new AbortController()
  process.stdin.once('data', () => closing.abort())
  while (!closing.signal.aborted) {
    const { rows } = await client.query('insert into committed default values returning row')
    print(`committed ${rows[0].row}`)
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
