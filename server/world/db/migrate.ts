import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { cannotOpen } from './embedded/cannot-open.ts'
import { connectionParts, type Connection } from './db.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** Brings the schema to today's, forward only, one transaction a file, one process at a time. Answers the names of the files it ran. */
export async function migrate(connection: Connection): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const client = new Client(connectionParts(connection))
  // The statement under way says it too, and an error that nobody hears ends the process.
  client.on('error', () => {})
  await client.connect().catch((error: Error & { code?: string }) => {
    throw cannotOpen(`The database does not answer: ${error.message || error.code}`, error)
  })
  try {
    await client.query("select pg_advisory_lock(hashtext('onair.migrate'))")
    await client.query('create table if not exists migration (name text primary key, ran_at timestamptz default now())')
    const { rows } = await client.query<{ name: string }>('select name from migration order by name')
    const done = new Set(rows.map((row) => row.name))
    const unknown = [...done].find((name) => !files.includes(name))
    if (unknown) throw cannotOpen(`The database was made by a newer version of Onair (it has ${unknown})`)

    const todo = files.filter((name) => !done.has(name))
    for (const name of todo) {
      await client.query('begin')
      await client.query(await readFile(new URL(name, folder), 'utf8'))
      await client.query('insert into migration (name) values ($1)', [name])
      await client.query('commit')
    }
    return todo
  } finally {
    await client.end()
  }
}
