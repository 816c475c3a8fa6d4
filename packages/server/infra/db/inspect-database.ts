import { Client } from 'pg'
import { requireNoOtherTables } from './other-tables.ts'
import { clientConfig, type ConnectionConfig } from './pool.ts'

export type DatabaseFacts = {
  /** The version as in `server_version_num`: 180001 is 18.1. */
  version: number
  settings: Record<'fsync' | 'full_page_writes' | 'synchronous_commit' | 'server_encoding', string>
  maxConnections: number
  /** The database's clock minus the clock of this machine. */
  clockAheadMs: number
  /** Null before the first start. */
  installation: { mode: 'sandbox' | 'production' | null; sealedDataKey: Buffer } | null
}

/** Reads what decides whether a server can use this database. Throws if it is that of another program. Changes nothing. */
export async function inspectDatabase(connection: ConnectionConfig, now: () => number): Promise<DatabaseFacts> {
  const client = new Client({ ...clientConfig(connection), connectionTimeoutMillis: 5_000, statement_timeout: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await requireNoOtherTables(client, { isConfirmed: false })
    const started = now()
    const { rows } = await client.query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now')
    const middle = (started + now()) / 2
    const settings = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('server_version_num', 'fsync', 'full_page_writes',
       'synchronous_commit', 'server_encoding', 'max_connections')`,
    )
    const valueOf = (name: string) => settings.rows.find((row) => row.name === name)?.setting ?? ''
    return {
      version: Number(valueOf('server_version_num')),
      settings: {
        fsync: valueOf('fsync'),
        full_page_writes: valueOf('full_page_writes'),
        synchronous_commit: valueOf('synchronous_commit'),
        server_encoding: valueOf('server_encoding'),
      },
      maxConnections: Number(valueOf('max_connections')),
      clockAheadMs: Math.round(Number(rows[0]?.now) - middle),
      installation: await readInstallation(client),
    }
  } finally {
    await client.end()
  }
}

async function readInstallation(client: Client): Promise<DatabaseFacts['installation']> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('installation') is not null as exists",
  )
  if (tables[0]?.exists !== true) return null
  const { rows } = await client.query<{ mode: 'sandbox' | 'production' | null; sealed_data_key: Buffer }>(
    'select mode, sealed_data_key from installation',
  )
  return rows[0] === undefined ? null : { mode: rows[0].mode, sealedDataKey: rows[0].sealed_data_key }
}
