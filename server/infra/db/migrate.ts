import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { databaseOpenError } from './embedded/errors.ts'
import { clientConfig, type ConnectionConfig } from './db.ts'

const migrationsDirectory = new URL('../../migrations/', import.meta.url)

/** Brings the schema to today's, forward only, one transaction a file, one process at a time. Answers the names of the files it ran. */
export async function migrate(connection: ConnectionConfig): Promise<string[]> {
  const files = (await readdir(migrationsDirectory)).filter((name) => name.endsWith('.sql')).sort()
  const client = new Client(clientConfig(connection))
  // The statement under way says it too, and an error that nobody hears ends the process.
  client.on('error', () => {})
  await client.connect().catch((error: Error & { code?: string }) => {
    throw databaseOpenError(`The database does not answer: ${error.message || error.code}`, error)
  })
  try {
    await client.query("select pg_advisory_lock(hashtext('onair.migrate'))")
    await client.query('create table if not exists migration (name text primary key, ran_at timestamptz default now())')
    const { rows } = await client.query<{ name: string }>('select name from migration order by name')
    const applied = new Set(rows.map((row) => row.name))
    const unknown = [...applied].find((name) => !files.includes(name))
    if (unknown) throw databaseOpenError(`The database was made by a newer version of Onair (it has ${unknown})`)

    const pending = files.filter((name) => !applied.has(name))
    for (const name of pending) {
      await client.query('begin')
      await client.query(await readFile(new URL(name, migrationsDirectory), 'utf8'))
      await client.query('insert into migration (name) values ($1)', [name])
      await client.query('commit')
    }
    return pending
  } finally {
    await client.end()
  }
}
