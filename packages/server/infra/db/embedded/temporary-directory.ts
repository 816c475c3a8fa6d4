import { chmod, mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteDataDirectory, findClusterDirectory } from './data-directory.ts'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import { isDirectoryLocked, lockDirectory } from './directory-lock.ts'
import { runOnExit } from './exit-guard.ts'
import { stopOrphans } from './orphans.ts'

const memoryDirectory = '/dev/shm'
/** A database in memory is copied in a tenth of the time. */
const minMemoryBytes = 2e9

/**
 * Creates a directory for temporary data, with a data directory `data` in it. Disposing deletes it, and so does a shell
 * when this process has ended in any other way, SIGKILL included. What processes left that ended together with their shells
 * is deleted here.
 */
export async function openTemporaryDirectory({ inMemory = false } = {}): Promise<{ path: string } & AsyncDisposable> {
  const parent = inMemory && (await hasMemory()) ? memoryDirectory : tmpdir()
  const path = await createIn(parent).catch((error: unknown) => {
    throw databaseOpenError(
      `Cannot create a folder in ${parent}, the folder for temporary files: ${systemErrorCode(error) ?? String(error)}. Set TMPDIR to another.`,
      error,
    )
  })
  // The user of PostgreSQL may be another.
  await chmod(path, 0o711)
  await mkdir(join(path, 'data'))
  const lock = lockDirectory(path)
  const guard = runOnExit(deleteScript, path)
  return {
    path,
    async [Symbol.asyncDispose]() {
      await deleteTemporaryDirectory(path)
      // Another process deletes a directory that is not locked.
      lock[Symbol.dispose]()
      guard[Symbol.dispose]()
    },
  }
}

async function createIn(parent: string): Promise<string> {
  await deleteAbandoned(parent)
  return mkdtemp(join(parent, 'onair-'))
}

async function hasMemory(): Promise<boolean> {
  const memory = await statfs(memoryDirectory).catch(() => null)
  return memory !== null && memory.bavail * memory.bsize > minMemoryBytes
}

/** Another process creates its lock right after the directory. */
const minAgeMs = 60_000

async function deleteAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!/^onair-[A-Za-z0-9]{6}$/.test(name)) continue
    const path = join(parent, name)
    // Another process may delete it at the same time.
    if (await isAbandoned(path).catch(() => false)) await deleteTemporaryDirectory(path).catch(() => {})
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const { uid, mtimeMs } = await stat(join(path, 'lock'))
  return uid === process.getuid?.() && Date.now() - mtimeMs > minAgeMs && !isDirectoryLocked(path)
}

async function deleteTemporaryDirectory(path: string): Promise<void> {
  const data = join(path, 'data')
  const clusterDirectory = await findClusterDirectory(data)
  if (clusterDirectory !== null) await stopOrphans(clusterDirectory, () => {})
  await deleteDataDirectory(data)
  await rm(path, { recursive: true, force: true })
}

/** Waits until the server has ended, which another shell stops. A directory outside is named in postgres-location.txt. */
const deleteScript = `cluster="$0/data"
[ -f "$cluster/postgres-location.txt" ] && cluster=$(cat "$cluster/postgres-location.txt")
for i in $(seq 300); do [ -e "$cluster/postgres/postmaster.pid" ] || break; sleep 0.1; done
rm -rf "$0" "$cluster"`
