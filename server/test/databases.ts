import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { clientConfig, type ConnectionConfig } from '../infra/db/pool.ts'
import { migrate } from '../infra/db/migrate.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Makes the database that each test's own is copied from. Answers its name. */
export async function createTemplateDatabase(server: string): Promise<string> {
  const name = `onair_template_${randomUUID().replaceAll('-', '')}`
  await query(parseConnection(server), `create database ${name}`)
  await migrate(withDatabase(parseConnection(server), name))
  return name
}

/** A database of its own for one test, empty but for the schema, or wholly; gone when disposed of. */
export async function openTestDatabase({ schema = true } = {}): Promise<
  { connection: ConnectionConfig } & AsyncDisposable
> {
  const { ONAIR_TEST_SERVER: server, ONAIR_TEST_TEMPLATE: template } = process.env
  if (server === undefined || template === undefined)
    throw new Error('Run the tests with npm test (npm test -- <file> for one).')
  const name = `onair_test_${randomUUID().replaceAll('-', '')}`
  await query(parseConnection(server), `create database ${name} template ${schema ? template : 'template0'}`)
  return {
    connection: withDatabase(parseConnection(server), name),
    [Symbol.asyncDispose]: () => query(parseConnection(server), `drop database ${name} with (force)`),
  }
}

/** The same as a URL, for programs that are started with DATABASE_URL. */
export function connectionUrl(connection: ConnectionConfig): string {
  if (typeof connection === 'string') return connection
  const { user, password, host, port, database } = connection
  const login = `${user}:${encodeURIComponent(password)}`
  // A folder with a socket cannot stand where a URL has its host; the parameter wins over what stands there.
  if (host.startsWith('/'))
    return `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  return `postgresql://${login}@${host}:${port}/${database}`
}

/** A way to a database that a test can block, and its URL by that way. */
export async function openDatabaseProxy(connection: ConnectionConfig): Promise<TcpProxy & { url: string }> {
  const url = new URL(connectionUrl(connection))
  const folder = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  const proxy = await openTcpProxy(
    folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` },
  )
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${proxy.port}`
  return { ...proxy, url: url.href }
}

function parseConnection(server: string): ConnectionConfig {
  return server.startsWith('{') ? (JSON.parse(server) as ConnectionConfig) : server
}

function withDatabase(connection: ConnectionConfig, database: string): ConnectionConfig {
  if (typeof connection !== 'string') return { ...connection, database }
  const url = new URL(connection)
  url.pathname = `/${database}`
  return url.href
}

async function query(connection: ConnectionConfig, text: string): Promise<void> {
  const client = new Client(clientConfig(connection))
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
