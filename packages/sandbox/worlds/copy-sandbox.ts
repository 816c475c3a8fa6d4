import { hasSharedBus } from '@onair/server/config/config.ts'
import { inTransactionOf } from '@onair/server/infra/db/open-transaction.ts'
import { resealAll } from '@onair/server/reseal-all.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import type { DatabaseServer } from '@onair/server/infra/db/copy-database.ts'
import { exportRows, importRows } from '@onair/server/infra/db/copy-rows.ts'
import type { ConnectionConfig } from '@onair/server/infra/db/pool.ts'
import { RowReader, RowsRefused } from '@onair/server/infra/db/row-stream.ts'
import type { Deps, ProgramKey } from '@onair/server/infra/deps.ts'
import type { CopySource, ProgramSource } from '@onair/server/program-source.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import { setCopiedClockOffset } from './copied-clock-store.ts'
import { encodeHead, limitBytes, refusing, type Snapshot } from './snapshot-file.ts'

/** The database server of the worlds. */
export type WorldServer = { dir: string; databases: DatabaseServer }

/** The keys of a platform and of its database. */
export type Keys = Pick<Deps, 'dataKey' | 'installationKey' | 'programKey'>

/** A database that can be created. */
export type Copy = {
  keys: Keys
  copiedFrom: CopySource
  /** Calls `onCopying` when PostgreSQL copies the files, and this process has nothing else to do. */
  create(name: string, server: WorldServer, onCopying: () => void): Promise<void>
}

/** The database that every server has. In that of the worlds it has the schema and no data. */
export const schemaDatabase = 'onair'

/** Copies the present state of a sandbox. One that is not on the server of the worlds is read while it is in use. */
export function copyOf(source: ProgramSource): Copy {
  const { deps, database } = source
  const { programKey, copy } = database
  return {
    keys: { installationKey: deps.installationKey, programKey, dataKey: deps.dataKey },
    copiedFrom: { baseUrl: deps.addresses.baseUrl, isOwn: true },
    async create(name, { databases }, onCopying) {
      if (copy !== undefined) {
        await deps.recorder.flush()
        return deps.db.paused(() => databases.copy(copy.name, name, onCopying))
      }
      await databases.copy(schemaDatabase, name, onCopying)
      await using rows = new RowReader(readSandbox(source))
      await importRows(databases.connectionTo(name), rows, { isTrusted: true })
    },
  }
}

/** Opens a snapshot in an installation. Its clock continues at the time of the snapshot. */
export function copyOfSnapshot({ deps, database }: ProgramSource, snapshot: Snapshot): Copy {
  const { baseUrl, dataKey } = snapshot
  const { installationKey, programKey } = database
  return {
    keys: { installationKey, programKey, dataKey },
    copiedFrom: { baseUrl, isOwn: false },
    async create(name, { databases }, onCopying) {
      await databases.copy(schemaDatabase, name, onCopying)
      await importSnapshot(databases.connectionTo(name), snapshot, programKey, deps)
    },
  }
}

/** Reads the rows of a sandbox while it is in use, with the head of a snapshot. */
export async function* readSandbox({ deps, database }: ProgramSource): AsyncGenerator<Buffer> {
  await deps.recorder.flush()
  const { addresses, clock, dataKey, version } = deps
  const { connection, programKey } = database
  const snapshot = encodeHead({ now: clock.now(), baseUrl: addresses.baseUrl, dataKey, programKey })
  yield* limitBytes(exportRows(connection, { version, now: systemClock().now(), snapshot }))
}

/** Replaces all data of a sandbox, which keeps the keys of its installation. */
export async function replaceBySnapshot(source: ProgramSource, snapshot: Snapshot): Promise<void> {
  const { connection, programKey, copy } = source.database
  if (hasSharedBus(source.deps.config)) throw new Refusal('forbidden', 'DATA_SHARED')
  await source.replaceData(async () => {
    await importSnapshot(connection, snapshot, programKey, source.deps)
    const { baseUrl, dataKey } = snapshot
    const database = { ...source.database, ...(copy !== undefined && { copy: { ...copy, dataKey } }) }
    return { database, copiedFrom: { baseUrl, isOwn: false } }
  })
}

/**
 * Replaces all rows, and seals their secrets with the key of this installation. The clock of the platform continues at the
 * time of the snapshot.
 */
async function importSnapshot(
  connection: ConnectionConfig,
  { now, dataKey, programKey: theirs, openRows }: Snapshot,
  { current }: ProgramKey,
  { random }: Pick<Deps, 'random'>,
): Promise<void> {
  await using rows = openRows()
  await refusing(() =>
    importRows(connection, rows, {
      async finish(client) {
        // The API of the clock counts whole seconds. Rounded up, so that the copy does not begin before the time of the snapshot.
        const offsetMs = Math.ceil((now - systemClock().now()) / 1_000) * 1_000
        if (!(await setCopiedClockOffset(client, offsetMs))) throw new RowsRefused('DAMAGED')
        const db = inTransactionOf(client)
        await resealAll({ dataKey, db, programKey: theirs, random })
        await resealAll({ dataKey, db, programKey: { current, previous: theirs.current }, random })
      },
    }),
  )
}
