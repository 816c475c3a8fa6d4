import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { systemErrorCode } from './errors.ts'

/** Does the work of the package's install script, in case scripts are disabled. False if the package is read-only. */
export async function installBinaries(root: string): Promise<boolean> {
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
