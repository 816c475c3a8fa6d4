import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const git = async (...args: string[]) =>
  (await promisify(execFile)('git', ['-C', root, ...args], { maxBuffer: 1e8 })).stdout.trim()

export type PreviousVersion = {
  /** The name of the version in git. */
  name: string
  isRelease: boolean
  /** The migrations that it has too, but with other content. */
  editedMigrations: string[]
  /** The migrations that it does not have. */
  addedMigrations: string[]
  hasDeletedMigrations: boolean
}

/**
 * The version to upgrade from: UPGRADE_BASE, else the last release, else the last commit. Null without their history, as in
 * a package or a shallow clone.
 */
export async function findPreviousVersion(): Promise<PreviousVersion | null> {
  const { UPGRADE_BASE: given } = process.env
  const release = await git('describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => null)
  const name = given ?? release ?? 'HEAD~1'
  const isKnown = await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).catch(() => null)
  if (isKnown === null) return null
  const changes = await git('diff', '--name-status', '--no-renames', name, '--', 'packages/server/migrations')
  const untracked = await git('ls-files', '--others', '--exclude-standard', '--', 'packages/server/migrations')
  const changed = changes.split('\n').flatMap((line) => {
    const [status = '', path = ''] = line.split('\t')
    return path === '' ? [] : [{ status, file: path.replace('packages/server/migrations/', '') }]
  })
  const added =
    untracked === '' ? [] : untracked.split('\n').map((path) => path.replace('packages/server/migrations/', ''))
  return {
    name,
    isRelease: name === release,
    editedMigrations: changed.filter(({ status }) => status !== 'A').map(({ file }) => file),
    hasDeletedMigrations: changed.some(({ status }) => status === 'D'),
    addedMigrations: [...changed.filter(({ status }) => status === 'A').map(({ file }) => file), ...added].sort(),
  }
}

/** `program` starts the server, `migrations` exports `migrate`. */
type Version = { program: string; migrations: string } & AsyncDisposable

/** The last commit with one more migration, as the version that follows it. */
export async function openNextVersion(migration: { name: string; sql: string }): Promise<Version> {
  const version = await openVersion('HEAD')
  await writeFile(join(dirname(version.migrations), '../../migrations', migration.name), migration.sql)
  return version
}

/** The files of another version, with the installed packages of this one. */
export async function openVersion(name: string): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), 'onair-previous-'))
  const archive = join(folder, 'source.tar')
  await git('archive', '--output', archive, name, 'packages', 'package.json')
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder])
  const packages = join(folder, 'node_modules')
  await mkdir(join(packages, '@onair'), { recursive: true })
  for (const entry of await readdir(join(root, 'node_modules')))
    if (entry !== '@onair' && !entry.startsWith('.'))
      await symlink(join(root, 'node_modules', entry), join(packages, entry))
  for (const workspace of await readdir(join(folder, 'packages')))
    await symlink(join(folder, 'packages', workspace), join(packages, '@onair', workspace))
  return {
    program: join(folder, 'packages/cli/main.ts'),
    migrations: join(folder, 'packages/server/infra/db/migrate.ts'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
