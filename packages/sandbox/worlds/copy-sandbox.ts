import { hasSharedBus } from '@onair/server/config/config.ts'
import { resealClientSecrets } from '@onair/server/features/apps/reseal-secrets.ts'
import { resealDataKey } from '@onair/server/features/installation/reseal-data-key.ts'
import { resealEndpointSecrets } from '@onair/server/features/webhooks/endpoint-secrets.ts'
import { resealStreamKeys } from '@onair/server/features/lives/reseal-stream-keys.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import type { DatabaseServer } from '@onair/server/infra/db/copy-database.ts'
import {
  DumpTooLarge,
  dumpDatabase,
  loadDump,
  maxDatabaseMb,
  mayLoadDump,
  type DatabaseDump,
} from '@onair/server/infra/db/dump-database.ts'
import type { ConnectionConfig } from '@onair/server/infra/db/pool.ts'
import type { ProgramKey } from '@onair/server/infra/deps.ts'
import type { CopySource, ProgramSource } from '@onair/server/program.ts'
import { errorReason, Refusal } from '@onair/server/shared/refusal.ts'
import type { Snapshot } from './snapshot-file.ts'

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
export function copyOf({ deps, database: { connection, programKey, copy } }: ProgramSource): Copy {
  return {
    keys: { programKey, dataKey: deps.dataKey },
    copiedFrom: { baseUrl: deps.addresses.baseUrl, isOwn: true },
    async create(name, { databases }, onCopying) {
      await deps.recorder.flush()
      if (copy !== undefined) return deps.db.paused(() => databases.copy(copy.name, name, onCopying))
      const dump = await readData(connection)
      await databases.copy(schemaDatabase, name, onCopying)
      await loadDump(databases.connectionTo(name), dump)
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
      const dump = atTimeOf(snapshot)
      await databases.copy(schemaDatabase, name, onCopying)
      await loadSnapshotData(databases.connectionTo(name), dump)
    },
  }
}

export async function takeSnapshot({ deps, database: { connection, programKey } }: ProgramSource): Promise<Snapshot> {
  await deps.recorder.flush()
  const [createdAt, now] = [systemClock().now(), deps.clock.now()]
  const dump = await readData(connection)
  return { createdAt, now, baseUrl: deps.addresses.baseUrl, dataKey: deps.dataKey, programKey, dump }
}

/** Replaces all data of a sandbox. One that is no world keeps its own key: the secrets are sealed with it again. */
export async function replaceBySnapshot(source: ProgramSource, snapshot: Snapshot): Promise<void> {
  const { connection, programKey, copy } = source.database
  if (hasSharedBus(source.deps.config)) throw new Refusal('forbidden', 'DATA_SHARED')
  if (!(await mayLoadDump(connection))) throw new Refusal('forbidden', 'RESTORE_NOT_PERMITTED')
  await source.replaceData(async () => {
    await loadSnapshotData(connection, atTimeOf(snapshot))
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

async function readData(connection: ConnectionConfig): Promise<DatabaseDump> {
  try {
    return await dumpDatabase(connection)
  } catch (error) {
    if (!(error instanceof DumpTooLarge)) throw error
    throw new Refusal('badInput', errorReason('DATA_TOO_LARGE', { most: maxDatabaseMb }))
  }
}

/** The file of a snapshot may come from anyone. */
async function loadSnapshotData(connection: ConnectionConfig, dump: DatabaseDump): Promise<void> {
  try {
    await loadDump(connection, dump)
  } catch {
    throw new Refusal('badInput', 'SNAPSHOT_DAMAGED')
  }
}

type ClockRow = { offset_ms: number }

/** The data, with the offset at which the clock of the platform continues. */
function atTimeOf({ dump, now }: Snapshot): DatabaseDump {
  const clock = dump.tables.find(({ name }) => name === 'platform_clock')
  if (clock?.rows[0] === undefined) throw new Refusal('badInput', 'SNAPSHOT_DAMAGED')
  const row = JSON.parse(clock.rows[0]) as ClockRow
  const offsetMs = now - systemClock().now()
  const moved = { name: clock.name, rows: [JSON.stringify({ ...row, offset_ms: offsetMs })] }
  const tables = dump.tables.map((table) => (table === clock ? moved : table))
  return { ...dump, tables }
}
