import { join } from 'node:path'
import { hashOfMigrations } from '@onair/server/infra/db/migrate.ts'
import type { WorldInfo, Worlds } from '../worlds.ts'
import { copyOf, copyOfSnapshot, replaceBySnapshot, takeSnapshot, type Copy } from './copy-sandbox.ts'
import type { ProgramSource } from '@onair/server/program.ts'
import { invalidField, Refusal } from '@onair/server/shared/refusal.ts'
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './snapshot-file.ts'
import { SnapshotStore } from './snapshot-store.ts'

/** The worlds that were forked from a sandbox, in the process that runs them. */
type OwnWorlds = {
  fork(copy: Copy): Promise<WorldInfo>
  find(worldId: string): ProgramSource | null
  list(): WorldInfo[]
  drop(worldId: string): Promise<void>
  /** For snapshots of a sandbox without a data directory. */
  temporaryDirectory(): Promise<string>
}

/** What a sandbox offers about its copies. Snapshots of one that keeps its data are kept with it. */
export function createSandboxCopies(source: ProgramSource, worlds: OwnWorlds): Worlds {
  const store = new SnapshotStore(() => snapshotDirectory(source, worlds))
  const readSnapshot = async (name: string) => decodeSnapshot(await store.read(name), await hashOfMigrations())
  return {
    async fork({ from, snapshot }) {
      if (from !== undefined && snapshot !== undefined) throw invalidField('snapshot', 'INVALID_VALUE')
      if (snapshot !== undefined) return worlds.fork(copyOfSnapshot(await readSnapshot(snapshot)))
      return worlds.fork(copyOf(from === undefined ? source : required(worlds.find(from))))
    },
    list: () => worlds.list(),
    async drop(worldId) {
      required(worlds.find(worldId))
      await worlds.drop(worldId)
    },
    async saveSnapshot(name) {
      return store.write(name, await encode(await takeSnapshot(source), source))
    },
    listSnapshots: () => store.list(),
    restoreSnapshot: async (name) => replaceBySnapshot(source, await readSnapshot(name)),
    dropSnapshot: (name) => store.delete(name),
    exportSnapshot: (name) => store.read(name),
    async importSnapshot(name, file) {
      await decodeSnapshot(file, await hashOfMigrations())
      return store.write(name, file)
    },
  }
}

function required<T>(found: T | null): T {
  if (found === null) throw new Refusal('notFound', 'NO_SUCH_WORLD')
  return found
}

async function encode(snapshot: Snapshot, { deps }: ProgramSource): Promise<Buffer> {
  return encodeSnapshot(snapshot, deps.version, await hashOfMigrations())
}

async function snapshotDirectory({ deps: { config }, database }: ProgramSource, worlds: OwnWorlds): Promise<string> {
  if (database.copy !== undefined || config.ephemeral) return worlds.temporaryDirectory()
  return join(config.dataDir, 'snapshots')
}
