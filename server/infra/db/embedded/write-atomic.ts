import { open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file that only we may read so that a crash, even of the machine, leaves all of it or none. */
export async function writeAtomic(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  await syncDirectory(dirname(path))
}

/** Makes a rename in this folder last through a loss of power. */
export async function syncDirectory(dir: string): Promise<void> {
  await using handle = await open(dir, 'r')
  await handle.sync()
}
