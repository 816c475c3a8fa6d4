import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterRoot, readLocationFile } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'
import { systemErrorCode } from './errors.ts'

/** A cluster outside its data directory. `isUsed`: the data directory exists and names it. */
export type StoredCluster = { directory: string; dataDir: string | null; bytes: number; isUsed: boolean }

/** The clusters that were placed outside their data directories, because PostgreSQL's user could not access those. */
export async function listStoredClusters(root = clusterRoot): Promise<StoredCluster[]> {
  const names = await readdir(root).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  })
  return Promise.all(names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => describe(join(root, name))))
}

async function describe(directory: string): Promise<StoredCluster> {
  const owner = await readFile(join(directory, 'owner.txt'), 'utf8').catch(() => '')
  const dataDir = owner.trim() || null
  const known = dataDir === null ? null : await readLocationFile(dataDir)
  return { directory, dataDir, bytes: await sizeOf(directory), isUsed: known === directory }
}

async function sizeOf(directory: string): Promise<number> {
  // Another user's files cannot be read; only root creates these clusters.
  const paths = await readdir(directory, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(paths.map((path) => lstat(join(directory, path)).catch(() => null)))
  return sizes.reduce((sum, stats) => sum + (stats?.isFile() ? stats.size : 0), 0)
}

/** Deletes a cluster. Throws a DatabaseOpenError while a process uses it. */
export async function deleteStoredCluster({ directory }: Pick<StoredCluster, 'directory'>): Promise<void> {
  using _ = lockDirectory(directory)
  await rm(directory, { recursive: true })
}
