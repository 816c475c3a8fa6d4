import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { connectionParts, type Connection } from '../world/db/db.ts'
import { migrate } from '../world/db/migrate.ts'
import { openWay, type Way } from './way.ts'

/** Makes the database that each test's own is copied from. Answers its name. */
export async function makeTemplate(server: string): Promise<string> {
  const name = `onair_template_${randomUUID().replaceAll('-', '')}`
  await query(connectionOf(server), `create database ${name}`)
  await migrate(at(connectionOf(server), name))
  return name
}

/** A database of its own for one test, empty but for the schema, or wholly; gone when disposed of. */
export async function openDatabase({ schema = true } = {}): Promise<{ connection: Connection } & AsyncDisposable> {
  const { ONAIR_TEST_SERVER: server, ONAIR_TEST_TEMPLATE: template } = process.env
  if (server === undefined || template === undefined)
    throw new Error('Run the tests with npm test (npm test -- <file> for one).')
  const name = `onair_test_${randomUUID().replaceAll('-', '')}`
  await query(connectionOf(server), `create database ${name} template ${schema ? template : 'template0'}`)
  return {
    connection: at(connectionOf(server), name),
    [Symbol.asyncDispose]: () => query(connectionOf(server), `drop database ${name} with (force)`),
  }
}

/** The same as a URL, for programs that are started with DATABASE_URL. */
export function urlOf(connection: Connection): string {
  if (typeof connection === 'string') return connection
  const { user, password, host, port, database } = connection
  const login = `${user}:${encodeURIComponent(password)}`
  // A folder with a socket cannot stand where a URL has its host; the parameter wins over what stands there.
  if (host.startsWith('/'))
    return `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  return `postgresql://${login}@${host}:${port}/${database}`
}

/** A way to a database that a test can block, and its URL by that way. */
export async function openWayTo(connection: Connection): Promise<Way & { url: string }> {
  const url = new URL(urlOf(connection))
  const folder = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  const way = await openWay(folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` })
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${way.port}`
  return { ...way, url: url.href }
}

function connectionOf(server: string): Connection {
  return server.startsWith('{') ? (JSON.parse(server) as Connection) : server
}

function at(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database }
  const url = new URL(connection)
  url.pathname = `/${database}`
  return url.href
}

async function query(connection: Connection, text: string): Promise<void> {
  const client = new Client(connectionParts(connection))
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
