import { join } from 'node:path'
import { Readable } from 'node:stream'
import { decompressRows } from '@onair/server/infra/db/row-stream.ts'
import type { WorldInfo, Worlds } from '../worlds.ts'
import { copyOf, copyOfSnapshot, readSandbox, replaceBySnapshot, type Copy } from './copy-sandbox.ts'
import type { ProgramSource } from '@onair/server/program-source.ts'
import { invalidField, Refusal } from '@onair/server/shared/refusal.ts'
import { verifySnapshot } from './snapshot-file.ts'
import { SnapshotStore } from './snapshot-store.ts'

/** The worlds that were forked from a sandbox, in the process that runs them. */
type OwnWorlds = {
  fork(copy: Copy): Promise<WorldInfo>
  find(worldId: string): ProgramSource | null
  list(): WorldInfo[]
  delete(worldId: string): Promise<void>
  /** The directory for snapshots of a sandbox that has no data directory. */
  temporaryDirectory(): Promise<string>
}

/** The copies that a sandbox offers. Snapshots of one that keeps its data are kept with it. */
export function createSandboxCopies(source: ProgramSource, worlds: OwnWorlds): Worlds {
  const store = new SnapshotStore(() => snapshotDirectory(source, worlds))
  return {
    async fork({ from, snapshot }) {
      if (from !== undefined && snapshot !== undefined) throw invalidField('snapshot', 'INVALID_VALUE')
      if (snapshot !== undefined) return worlds.fork(copyOfSnapshot(source, await store.open(snapshot)))
      return worlds.fork(copyOf(from === undefined ? source : required(worlds.find(from))))
    },
    list: () => worlds.list(),
    async delete(worldId) {
      required(worlds.find(worldId))
      await worlds.delete(worldId)
    },
    saveSnapshot: (name) => store.write(name, () => readSandbox(source)),
    listSnapshots: () => store.list(),
    restoreSnapshot: async (name) => replaceBySnapshot(source, await store.open(name)),
    deleteSnapshot: (name) => store.delete(name),
    exportSnapshot: (name) => store.read(name),
    async importSnapshot(name, file) {
      await verifySnapshot(file)
      return store.write(name, () => decompressRows(Readable.from([file])))
    },
  }
}

function required<T>(found: T | null): T {
  if (found === null) throw new Refusal('notFound', 'NO_SUCH_WORLD')
  return found
}

async function snapshotDirectory({ deps: { config }, database }: ProgramSource, worlds: OwnWorlds): Promise<string> {
  if (database.copy !== undefined || config.ephemeral) return worlds.temporaryDirectory()
  return join(config.dataDir, 'snapshots')
}
