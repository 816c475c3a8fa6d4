import type { ContentOf, sandboxApi } from '@onair/contract'

export type WorldInfo = ContentOf<typeof sandboxApi.worlds.createWorld>
export type SnapshotInfo = ContentOf<typeof sandboxApi.snapshots.saveSnapshot>

/** The copies of a sandbox: worlds, which run in this process, and snapshots, which are stored. Throws refusals. */
export type Worlds = {
  /** Opens a copy of a snapshot, of a world of this sandbox, or of the sandbox itself. */
  fork(source: { from?: string; snapshot?: string }): Promise<WorldInfo>
  list(): WorldInfo[]
  delete(worldId: string): Promise<void>
  saveSnapshot(name: string): Promise<SnapshotInfo>
  listSnapshots(): Promise<SnapshotInfo[]>
  /** Replaces all data of this sandbox. */
  restoreSnapshot(name: string): Promise<void>
  deleteSnapshot(name: string): Promise<void>
  exportSnapshot(name: string): Promise<Buffer>
  importSnapshot(name: string, file: Buffer): Promise<SnapshotInfo>
}
