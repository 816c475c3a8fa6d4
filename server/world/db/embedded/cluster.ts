import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { codeOf } from './cannot-open.ts'
import type { User } from './reachable.ts'
import { run } from './run.ts'
import { syncFolder } from './write-whole.ts'

type Making = { place: string; data: string; password: string; user: User | null; binaries: Binaries; durable: boolean }

/** Makes a cluster beside its place and moves it there when it is whole, so that a crash never leaves half a one. */
export async function makeCluster({ place, data, password, user, binaries, durable }: Making): Promise<void> {
  const making = await mkdtemp(join(place, 'making-'))
  const passwordFile = join(making, 'password')
  const half = join(making, 'postgres')
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' })
  await mkdir(half, { mode: 0o700 })
  if (user !== null) {
    await chown(passwordFile, user.uid, user.gid)
    await chown(half, user.uid, user.gid)
    await chmod(making, 0o711)
  }
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const access = ['--username=onair', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const sync = durable ? [] : ['--no-sync']
  await run(binaries.initdb, ['-D', half, ...locale, ...access, ...sync], { user, cwd: half })
  const quietly = ['-c', `fsync=${durable ? 'on' : 'off'}`]
  await run(binaries.postgres, ['--single', '-D', half, ...quietly, 'postgres'], {
    user,
    cwd: half,
    input: 'create database onair\n',
  })
  await rename(half, data)
  if (durable) await syncFolder(place)
  await rm(making, { recursive: true })
}

/** The major version of PostgreSQL that made the cluster; null if there is no cluster. */
export async function majorOf(data: string): Promise<string | null> {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
