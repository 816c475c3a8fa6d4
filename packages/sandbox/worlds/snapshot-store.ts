import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorReason, Refusal } from '@onair/server/shared/refusal.ts'
import type { SnapshotInfo } from '../worlds.ts'
import { describeSnapshot } from './snapshot-file.ts'

const maxSnapshots = 100
const extension = '.onair'
/** The first two lines of a file. */
const maxHeaderBytes = 4_096

/** The snapshots of a sandbox: files of a directory. */
export class SnapshotStore {
  readonly #dir: () => Promise<string>

  constructor(dir: () => Promise<string>) {
    this.#dir = dir
  }

  async list(): Promise<SnapshotInfo[]> {
    const names = await this.#listNames()
    return Promise.all(names.map((name) => this.#describe(name)))
  }

  async read(name: string): Promise<Buffer> {
    return readFile(await this.#path(name)).catch(throwMissing)
  }

  /** Replaces a snapshot with this name. After a crash, the file is the earlier one or this one. */
  async write(name: string, file: Buffer): Promise<SnapshotInfo> {
    const names = await this.#listNames()
    if (names.length >= maxSnapshots && !names.includes(name))
      throw new Refusal('badInput', errorReason('TOO_MANY_SNAPSHOTS', { most: maxSnapshots }))
    const path = await this.#path(name)
    await mkdir(await this.#dir(), { recursive: true, mode: 0o700 })
    await writeFile(`${path}.new`, file, { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
    return this.#describe(name)
  }

  async delete(name: string): Promise<void> {
    await rm(await this.#path(name)).catch(throwMissing)
  }

  async #listNames(): Promise<string[]> {
    const files = await readdir(await this.#dir()).catch(() => [])
    return files
      .filter((file) => file.endsWith(extension))
      .map((file) => file.slice(0, -extension.length))
      .toSorted()
  }

  async #describe(name: string): Promise<SnapshotInfo> {
    await using handle = await open(await this.#path(name))
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0)
    const { size } = await handle.stat()
    return describeSnapshot(name, buffer.subarray(0, bytesRead), size)
  }

  async #path(name: string): Promise<string> {
    return join(await this.#dir(), `${name}${extension}`)
  }
}

function throwMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new Refusal('notFound', 'NO_SUCH_SNAPSHOT') : error
}
