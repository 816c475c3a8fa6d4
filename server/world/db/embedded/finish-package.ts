import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { codeOf } from './cannot-open.ts'

/** Does what the package's install script would do, where scripts are off; false if we may not write there. */
export async function finishPackage(root: string): Promise<boolean> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  const bin = join(root, 'native', 'bin')
  try {
    for (const { source, target } of links) await linkOnce(basename(source), join(root, target))
    for (const name of await readdir(bin)) await makeRunnable(join(bin, name))
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) return false
    throw error
  }
}

async function linkOnce(source: string, target: string) {
  try {
    await lstat(target)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await symlink(source, target).catch(unlessMade)
  }
}

function unlessMade(error: unknown) {
  if (codeOf(error) !== 'EEXIST') throw error
}

async function makeRunnable(file: string) {
  const { mode } = await stat(file)
  if ((mode & 0o111) === 0) await chmod(file, (mode & 0o7777) | 0o111)
}
