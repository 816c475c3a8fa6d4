import { hasSharedBus } from '@onair/server/config/config.ts'
import { resealClientSecrets } from '@onair/server/features/apps/reseal-secrets.ts'
import { resealDataKey } from '@onair/server/features/installation/reseal-data-key.ts'
import { resealEndpointSecrets } from '@onair/server/features/webhooks/endpoint-secrets.ts'
import { resealStreamKeys } from '@onair/server/features/lives/reseal-stream-keys.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import type { DatabaseServer } from '@onair/server/infra/db/copy-database.ts'
import { exportRows, importRows } from '@onair/server/infra/db/copy-rows.ts'
import type { ConnectionConfig } from '@onair/server/infra/db/pool.ts'
import { RowReader, RowsRefused } from '@onair/server/infra/db/row-stream.ts'
import type { ProgramKey } from '@onair/server/infra/deps.ts'
import type { CopySource, ProgramSource } from '@onair/server/program-source.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import { setCopiedClockOffset } from './copied-clock-store.ts'
import { encodeHead, limitBytes, refusing, type Snapshot } from './snapshot-file.ts'

/** The database server of the worlds. */
export type WorldServer = { dir: string; databases: DatabaseServer }

/** The keys that seal the secrets of a database. */
export type Keys = { programKey: ProgramKey; dataKey: Buffer }

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
    keys: { programKey, dataKey: deps.dataKey },
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

/** Opens a snapshot. Its clock continues at the time of the snapshot. */
export function copyOfSnapshot(snapshot: Snapshot): Copy {
  const { baseUrl, dataKey, programKey } = snapshot
  return {
    keys: { programKey, dataKey },
    copiedFrom: { baseUrl, isOwn: false },
    async create(name, { databases }, onCopying) {
      await databases.copy(schemaDatabase, name, onCopying)
      await importSnapshot(databases.connectionTo(name), snapshot)
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

/** Replaces all data of a sandbox. One that is no world keeps its own key: the secrets are sealed with it again. */
export async function replaceBySnapshot(source: ProgramSource, snapshot: Snapshot): Promise<void> {
  const { connection, programKey, copy } = source.database
  if (hasSharedBus(source.deps.config)) throw new Refusal('forbidden', 'DATA_SHARED')
  await source.replaceData(async () => {
    await importSnapshot(connection, snapshot)
    const { baseUrl, dataKey } = snapshot
    const copiedFrom = { baseUrl, isOwn: false }
    if (copy === undefined) {
      const keys = { current: programKey.current, previous: snapshot.programKey.current }
      return { database: { connection, programKey: keys }, copiedFrom }
    }
    return { database: { connection, programKey: snapshot.programKey, copy: { ...copy, dataKey } }, copiedFrom }
  })
  if (copy !== undefined) return
  await resealClientSecrets(source.deps)
  await resealEndpointSecrets(source.deps)
  await resealStreamKeys(source.deps)
  await resealDataKey(source.deps)
}

/** Replaces all rows. The clock of the platform continues at the time of the snapshot. */
async function importSnapshot(connection: ConnectionConfig, { now, openRows }: Snapshot): Promise<void> {
  await using rows = openRows()
  await refusing(() =>
    importRows(connection, rows, {
      async finish(client) {
        const offsetMs = now - systemClock().now()
        if (!(await setCopiedClockOffset(client, offsetMs))) throw new RowsRefused('DAMAGED')
      },
    }),
  )
}
