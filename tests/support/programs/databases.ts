import { randomUUID } from 'node:crypto'
import { escapeLiteral, Pool } from 'pg'
import { clientConfig, type ConnectionConfig } from '@onair/server/infra/db/pool.ts'
import { migrate } from '@onair/server/infra/db/migrate.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Creates the database that test databases are copied from, and returns its name. */
export async function createTemplateDatabase(server: string): Promise<string> {
  const name = `onair_template_${randomUUID().slice(0, 18).replaceAll('-', '')}`
  await query(server, `create database ${name}`)
  await migrate(withDatabase(parseConnection(server), name))
  return name
}

/** Deletes the template and the databases that tests have left, for a server that outlives the tests. */
export async function deleteTestDatabases(server: string, template: string): Promise<void> {
  const { rows } = await query(
    server,
    `select datname as name from pg_database where datname like '${testPrefix(template)}%'`,
  )
  for (const { name } of [...rows, { name: template }]) await query(server, `drop database ${name} with (force)`)
}

/** A database for one test, with the schema or empty. Disposing of it deletes it. */
export async function openTestDatabase({ schema = true } = {}): Promise<
  { connection: ConnectionConfig } & AsyncDisposable
> {
  const { TEST_DATABASE_SERVER: server, TEST_DATABASE_TEMPLATE: template } = process.env
  if (server === undefined || template === undefined)
    throw new Error('Run the tests with npm test (npm test -- <file> for one).')
  const name = `${testPrefix(template)}${randomUUID().slice(0, 18).replaceAll('-', '')}`
  // A copy of the files costs half as much as a copy through the write-ahead log.
  await query(server, `create database ${name} template ${schema ? template : 'template0'} strategy file_copy`)
  return {
    connection: withDatabase(parseConnection(server), name),
    async [Symbol.asyncDispose]() {
      await query(server, `drop database ${name} with (force)`)
    },
  }
}

/** Makes logins cheap: the default is 4,096 rounds of a hash for each connection, and the tests open thousands. */
export async function setFastLogin(server: string): Promise<void> {
  const connection = parseConnection(server)
  if (typeof connection === 'string') return
  const { user, password } = connection
  await query(server, `set scram_iterations = 1; alter role ${user} password ${escapeLiteral(password)}`)
}

/**
 * Lets the kernel copy the files of a template, which takes two thirds of the time. Needs PostgreSQL 18. Autovacuum would
 * start a process in every database once a minute, for 20 to 35 ms of processor time each.
 */
export async function setFastDatabases(server: string): Promise<void> {
  await query(server, 'alter system set file_copy_method = clone')
  await query(server, 'alter system set autovacuum = off')
  await query(server, 'select pg_reload_conf()')
}

/** The connection as a URL, for programs that are started with ONAIR_DATABASE_URL. */
export function connectionUrl(connection: ConnectionConfig): string {
  if (typeof connection === 'string') return connection
  const { user, password, host, port, database } = connection
  const login = `${user}:${encodeURIComponent(password)}`
  // The host of a URL cannot be a directory, so the directory of a Unix socket is a parameter, which has precedence.
  if (host.startsWith('/'))
    return `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  return `postgresql://${login}@${host}:${port}/${database}`
}

/** A proxy in front of a database, which a test can block, and the URL of the database through it. */
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

function testPrefix(template: string): string {
  return `${template.replace('template', 'test')}_`
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

const pools = new Map<string, Pool>()

/** Runs a statement on the server, over a connection that this process keeps and that does not keep the process alive. */
async function query(server: string, text: string): Promise<{ rows: { name: string }[] }> {
  let pool = pools.get(server)
  if (pool === undefined) {
    pool = new Pool({ ...clientConfig(parseConnection(server)), max: 4, allowExitOnIdle: true })
    pool.on('error', () => {}) // The server ends before the process that started it.
    pools.set(server, pool)
  }
  return pool.query(text)
}
