import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keeps a data directory, which contains keys, out of the Git repository in which it may be. */
export async function excludeFromGit(dir: string): Promise<void> {
  await writeFile(join(dir, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
}
