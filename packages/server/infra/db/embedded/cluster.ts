import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile, symlink } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import type { Binaries } from './binaries.ts'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import type { User } from './permissions.ts'
import { run, RunFailed } from './run.ts'
import { explainInitFailure, requireSpaceForCluster } from './start-failure.ts'
import { syncDirectory } from '../../files/write-atomic.ts'

type ClusterOptions = {
  clusterDirectory: string
  data: string
  password: string
  user: User | null
  binaries: Binaries
  durable: boolean
}

/** Creates a cluster in a temporary directory and renames it when complete, so that a crash leaves no partial cluster. */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { clusterDirectory, data } = options
  const temporary = await mkdtemp(join(clusterDirectory, 'incomplete-'))
  try {
    await createClusterIn(temporary, options)
  } catch (error) {
    if (error instanceof RunFailed) throw databaseOpenError(explainInitFailure(error.output, data), error)
    throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Throws if a new cluster cannot be created: the folder contains something else, or the disk is too small. */
export async function requireRoomForCluster({
  clusterDirectory,
  data,
}: Pick<ClusterOptions, 'clusterDirectory' | 'data'>) {
  const isUsed = existsSync(data) && (await readdir(data).catch(() => [data])).length > 0
  if (!isUsed) return requireSpaceForCluster(clusterDirectory)
  throw databaseOpenError(
    `The folder ${data} is not a PostgreSQL database. Move it away, or choose another data directory with --data-dir.`,
  )
}

async function createClusterIn(
  temporary: string,
  { clusterDirectory, data, password, user, binaries, durable }: ClusterOptions,
) {
  const passwordFile = join(temporary, 'password')
  const temporaryData = join(temporary, 'postgres')
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' })
  await mkdir(temporaryData, { mode: 0o700 })
  if (user !== null) {
    await chown(passwordFile, user.uid, user.gid)
    await chown(temporaryData, user.uid, user.gid)
    await chmod(temporary, 0o711)
  }
  const directories = { passwordFile, temporaryData }
  await runInitdb(binaries, directories, { user, durable }).catch(async (error: unknown) => {
    const isNameless = error instanceof RunFailed && namelessUser.test(error.output)
    const copies = isNameless ? await copyForNamelessUser(binaries, temporary) : null
    if (copies === null) throw error
    await runInitdb(copies, directories, { user, durable })
  })
  await rename(temporaryData, data)
  if (durable) await syncDirectory(clusterDirectory)
}

/** Fills an empty directory with a cluster that has a database for Onair. */
async function runInitdb(
  { initdb, postgres }: Binaries,
  { passwordFile, temporaryData }: { passwordFile: string; temporaryData: string },
  { user, durable }: Pick<ClusterOptions, 'user' | 'durable'>,
) {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  // On a Unix socket the password stays on the machine, and tests with temporary data connect often.
  const local = `--auth-local=${durable ? 'scram-sha-256' : 'password'}`
  const access = ['--username=onair', local, '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`]
  const sync = durable ? [] : ['--no-sync']
  // In the data directory: nothing remains elsewhere if PostgreSQL is killed and never started again.
  const memory = ['--set', 'dynamic_shared_memory_type=mmap']
  const options = ['-D', temporaryData, ...locale, ...access, ...sync, ...memory]
  await run(initdb, options, { user, cwd: temporaryData })
  const fsyncArgs = ['-c', `fsync=${durable ? 'on' : 'off'}`]
  await run(postgres, ['--single', '-D', temporaryData, ...fsyncArgs, 'postgres'], {
    user,
    cwd: temporaryData,
    input: 'create database onair\n',
  })
}

/** The major version of the cluster; null if there is no cluster. */
export async function clusterMajorVersion(data: string): Promise<string | null> {
  try {
    const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
    return /^\d+$/.test(version) ? version : null
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return null
    throw error
  }
}

/** A message of initdb and of the single-user mode of PostgreSQL, whose user has no line in passwd. */
const namelessUser = /could not look up effective user ID/

/**
 * Copies the two programs that create a cluster, for a user without a name, as containers have. They look their name up
 * and make no use of it, because the owner of the cluster is given. The copies call getpwent instead of getpwuid: it
 * returns the first user that there is. The server itself needs no name. Null where the programs are not those of Linux.
 */
async function copyForNamelessUser({ postgres, initdb, major }: Binaries, dir: string): Promise<Binaries | null> {
  const bin = join(dir, 'bin')
  await mkdir(bin)
  await chmod(bin, 0o711)
  // They find these beside the folder of their own.
  for (const name of ['lib', 'share']) await symlink(join(dirname(dirname(postgres)), name), join(dir, name))
  for (const [name, program] of Object.entries({ postgres, initdb })) {
    const content = await readFile(program)
    const at = content.indexOf('\0getpwuid\0')
    if (at === -1) return null
    content.write('getpwent', at + 1, 'latin1')
    await writeFile(join(bin, name), content)
    await chmod(join(bin, name), 0o755)
  }
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), major }
}
