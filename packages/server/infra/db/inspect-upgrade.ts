import { readFile } from 'node:fs/promises'
import { openRowsClient } from './copy-rows.ts'
import { listPendingMigrations, migrationsDirectory } from './migrate.ts'
import type { ConnectionConfig } from './pool.ts'
import { describeMigration, type StatementEffect } from './upgrade-rules.ts'

export type PendingMigration = {
  name: string
  /** Whether the version that runs now can serve while this migration runs, and after it. */
  isCompatible: boolean
  /** Statements that block others, with the size of their table in bytes. */
  locks: (StatementEffect & { bytes: number })[]
  incompatible: string[]
}

/** Reads which migrations this version would run, and what they mean for servers of the version before. Changes nothing. */
export async function inspectUpgrade(connection: ConnectionConfig): Promise<PendingMigration[]> {
  await using opened = await openRowsClient(connection)
  const { client } = opened
  const names = await listPendingMigrations(client)
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const sizes = new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
  return Promise.all(
    names.map(async (name) => {
      const effects = describeMigration(await readFile(new URL(name, migrationsDirectory), 'utf8'))
      const isOnNew = sizes.size === 0
      const locks = effects.filter(({ blocks, table }) => blocks !== 'nothing' && (table === null || sizes.has(table)))
      const incompatible = isOnNew ? [] : effects.filter(({ isCompatible }) => !isCompatible)
      return {
        name,
        isCompatible: incompatible.length === 0,
        locks: isOnNew ? [] : locks.map((effect) => ({ ...effect, bytes: sizes.get(effect.table ?? '') ?? 0 })),
        incompatible: incompatible.map(({ statement }) => statement),
      }
    }),
  )
}
