import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cannotOpen, codeOf } from './cannot-open.ts'
import { finishPackage } from './finish-package.ts'
import { isReachable, makeFolder, type User } from './reachable.ts'

/**
 * A copy of the package where the server's user can reach it, named by its version and content: made once, then reused.
 * It comes to its name whole, by a rename, and only a copy that nobody else may write is trusted.
 */
export async function stageBinaries(root: string, version: string, user: User | null): Promise<string> {
  const name = `postgres-${version}-${await contentOf(root)}`
  const parents = user !== null ? ['/var/cache/onair', tmpdir()] : [tmpdir()]
  for (const parent of parents) {
    const staged = join(parent, name)
    if (!(await makeParent(parent, user))) continue
    if (!existsSync(staged)) await copyTo(staged, root, parent)
    if (await isOurs(staged)) return staged
  }
  throw cannotOpen(`PostgreSQL cannot be run from ${root}, nor from a copy of it in ${parents.join(' or ')}`)
}

/** Tells one build from another: the server program itself, and the names and sizes of all that it came with. */
async function contentOf(root: string) {
  const native = join(root, 'native')
  const hash = createHash('sha256').update(await readFile(join(native, 'bin', 'postgres')))
  for (const path of (await readdir(native, { recursive: true })).sort()) {
    const found = await lstat(join(native, path))
    if (found.isFile()) hash.update(`${path} ${found.size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

async function copyTo(staged: string, root: string, parent: string) {
  const making = await mkdtemp(join(parent, 'making-'))
  try {
    const native = join(making, 'native')
    await cp(join(root, 'native'), native, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
    for (const path of ['.', ...(await readdir(making, { recursive: true }))]) await openToAll(join(making, path))
    await finishPackage(making)
    await rename(making, staged)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    // Another program was quicker with the same copy.
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
  }
}

async function openToAll(path: string) {
  const found = await lstat(path)
  if (found.isDirectory()) await chmod(path, 0o755)
  else if (found.isFile()) await chmod(path, (found.mode & 0o111) === 0 ? 0o644 : 0o755)
}

async function makeParent(parent: string, user: User | null) {
  try {
    await makeFolder(parent)
    return await isReachable(parent, user)
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(codeOf(error) ?? '')) return false
    throw error
  }
}

async function isOurs(path: string) {
  const found = await lstat(path)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
