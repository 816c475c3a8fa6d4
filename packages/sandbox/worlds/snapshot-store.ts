import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeRowsFile } from '@onair/server/infra/db/row-stream.ts'
import { errorReason, Refusal } from '@onair/server/shared/refusal.ts'
import type { SnapshotInfo } from '../worlds.ts'
import { describeSnapshot, openSnapshot, type Snapshot } from './snapshot-file.ts'

const maxSnapshots = 100
const extension = '.onair'

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

  async open(name: string): Promise<Snapshot> {
    const path = await this.#path(name)
    return openSnapshot(() => createReadStream(path)).catch(throwMissing)
  }

  async read(name: string): Promise<Buffer> {
    return readFile(await this.#path(name)).catch(throwMissing)
  }

  /** Replaces a snapshot with this name. After a crash, the file is the earlier one or this one. */
  async write(name: string, rows: () => AsyncIterable<Buffer>): Promise<SnapshotInfo> {
    const names = await this.#listNames()
    if (names.length >= maxSnapshots && !names.includes(name))
      throw new Refusal('badInput', errorReason('TOO_MANY_SNAPSHOTS', { most: maxSnapshots }))
    await mkdir(await this.#dir(), { recursive: true, mode: 0o700 })
    await writeRowsFile(rows, await this.#path(name))
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
    const path = await this.#path(name)
    return describeSnapshot(name, createReadStream(path), (await stat(path)).size)
  }

  async #path(name: string): Promise<string> {
    return join(await this.#dir(), `${name}${extension}`)
  }
}

function throwMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new Refusal('notFound', 'NO_SUCH_SNAPSHOT') : error
}
