import { mkdir, open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A file that grows. */
export type GrowingFile = AsyncDisposable & {
  /** Writes at the end. Throws if the storage is full or gone. */
  append(data: Buffer): Promise<void>
}

/** The bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/** Where recordings are written, by the names of their files. Only this module knows that it is a folder. */
export class MediaFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Creates a file, and the folder before it. Throws if there is one of this name. */
  async create(name: string): Promise<GrowingFile> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 })
    const handle = await open(join(this.#path, name), 'wx', 0o600)
    return { append: (data) => handle.appendFile(data), [Symbol.asyncDispose]: () => handle.close() }
  }

  /** Bytes of a file; null: it is not here. */
  async sizeOf(name: string): Promise<number | null> {
    const found = await stat(join(this.#path, name)).catch(ignoreMissing)
    return found?.size ?? null
  }

  /** The content of a file; null: it is not here. */
  async read(name: string): Promise<Buffer | null> {
    return (await readFile(join(this.#path, name)).catch(ignoreMissing)) ?? null
  }

  /** Bytes of a file; null: it is not here. */
  async open(name: string, range: ByteRange): Promise<Readable | null> {
    const handle = await open(join(this.#path, name)).catch(ignoreMissing)
    return handle?.createReadStream(range) ?? null
  }

  /** Bytes that the disk has left; null: there is no folder yet. */
  async freeBytes(): Promise<number | null> {
    const found = await statfs(this.#path).catch(ignoreMissing)
    return found === undefined ? null : found.bavail * found.bsize
  }

  /** The files with their sizes. */
  async list(): Promise<{ name: string; bytes: number }[]> {
    const names = (await readdir(this.#path).catch(ignoreMissing)) ?? []
    const files: { name: string; bytes: number }[] = []
    for (const name of names) {
      const bytes = await this.sizeOf(name)
      if (bytes !== null) files.push({ name, bytes })
    }
    return files
  }

  /** Idempotent. */
  async delete(name: string): Promise<void> {
    await rm(join(this.#path, name), { force: true })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
