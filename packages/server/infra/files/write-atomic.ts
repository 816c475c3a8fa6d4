import { open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file with mode 600. After a crash, even of the system, it has all of the new text or is as it was before. */
export async function writeAtomic(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  await syncDirectory(dirname(path))
}

/** Makes a rename in this directory durable. */
export async function syncDirectory(dir: string): Promise<void> {
  await using handle = await open(dir, 'r')
  await handle.sync()
}
