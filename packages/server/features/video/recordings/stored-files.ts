import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { ByteRange, MediaFolder } from '../../../infra/files/media-folder.ts'
import { s3DeadlineMs, S3Error, type S3Bucket } from '../../../infra/files/s3-bucket.ts'
import type { Deps } from '../../../infra/deps.ts'
import { isUuid } from '../../../shared/ids.ts'
import { Refusal } from '../../../shared/refusal.ts'
import { repeat, type Repeat } from '../../../shared/repeat.ts'
import { indexFileOf, mediaFileOf, decodeIndex, type IndexEntry } from './recording-file.ts'
import { findStored } from './recording-store.ts'
import {
  claimUpload,
  deleteStoredFile,
  endUpload,
  findStoredBytes,
  hasObjects,
  listStoredFiles,
} from './stored-file-store.ts'

const uploadEveryMs = 60_000
/** A failure delays the next upload by a minute, each further one by twice as long up to this. */
const maxRetryMs = 1_920_000
/** It is renewed before each request of an upload. */
const leaseSec = (2 * s3DeadlineMs) / 1_000

/**
 * The files of recordings and clips that are complete: in the folder, and with a bucket in that, within minutes. A file is
 * deleted from the folder when the bucket has it. One is uploaded at a time.
 */
export class StoredFiles implements AsyncDisposable {
  readonly #deps: Pick<Deps, 'clock' | 'db' | 'log'>
  readonly #folder: MediaFolder
  readonly #bucket: S3Bucket | null
  readonly #uploader: string
  readonly #uploading: Repeat | null = null
  readonly #stopping = new AbortController()
  #retryAt = 0
  #retryMs = uploadEveryMs

  constructor(deps: Pick<Deps, 'clock' | 'db' | 'log' | 'random'>, folder: MediaFolder, bucket: S3Bucket | null) {
    this.#deps = deps
    this.#folder = folder
    this.#bucket = bucket
    this.#uploader = deps.random.uuid()
    if (bucket === null) return
    const onError = (error: unknown) => this.#reportFailure(error)
    this.#uploading = repeat(() => this.upload(), { clock: deps.clock, intervalMs: uploadEveryMs, onError })
  }

  /** Bytes of the files of each recording and clip. */
  async list(): Promise<Map<string, number>> {
    const bytesOf = new Map<string, number>()
    for (const { name, bytes } of await this.#folder.list()) {
      const [id = ''] = name.split('.')
      if (isUuid(id)) bytesOf.set(id, (bytesOf.get(id) ?? 0) + bytes)
    }
    if (this.#bucket !== null)
      for (const { id, bytes } of await listStoredFiles(this.#deps.db.read))
        bytesOf.set(id, Math.max(bytesOf.get(id) ?? 0, bytes ?? 0))
    return bytesOf
  }

  /** Bytes of a file; null: there is none. */
  async sizeOf(id: string): Promise<number | null> {
    const here = await this.#folder.sizeOf(mediaFileOf(id))
    return here ?? (this.#bucket === null ? null : findStoredBytes(this.#deps.db.read, id))
  }

  /** Bytes of a file; null: it is gone. */
  async open(id: string, range: ByteRange): Promise<Readable | null> {
    return (await this.#folder.open(mediaFileOf(id), range)) ?? this.#readBucket(mediaFileOf(id), range)
  }

  /** The segments of a recording that are complete; null: it is gone. */
  async readIndex(id: string): Promise<IndexEntry[] | null> {
    const bytes = await this.sizeOf(id)
    if (bytes === null) return null
    const here = await this.#folder.read(indexFileOf(id))
    const index = here ?? (await this.#readStored(indexFileOf(id)))
    return index && decodeIndex(index, bytes)
  }

  /** Deletes a file. An object that cannot be deleted now remains in the list. */
  async delete(id: string): Promise<void> {
    const { db, log } = this.#deps
    await this.#folder.delete(mediaFileOf(id))
    await this.#folder.delete(indexFileOf(id))
    if (this.#bucket === null || !(await hasObjects(db.read, id))) return
    try {
      await this.#bucket.delete(mediaFileOf(id))
      await this.#bucket.delete(indexFileOf(id))
    } catch (error) {
      log.warn({ error, recordingId: id }, 'recording.delete_failed')
      return
    }
    await deleteStoredFile(db.read, id)
  }

  /** Uploads what is complete, one after another, until one fails. */
  async upload(): Promise<void> {
    const { clock, db } = this.#deps
    if (clock.uptime() < this.#retryAt) return
    const ids = (await this.#folder.list()).map(({ name }) => name.split('.')[0] ?? '').filter(isUuid)
    for (const { id, hasEnded } of await findStored(db.read, [...new Set(ids)])) {
      if (!hasEnded || this.#stopping.signal.aborted) continue
      if ((await findStoredBytes(db.read, id)) === null) await this.#upload(id)
      if ((await findStoredBytes(db.read, id)) === null) continue
      await this.#folder.delete(mediaFileOf(id))
      await this.#folder.delete(indexFileOf(id))
    }
    this.#retryMs = uploadEveryMs
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await this.#uploading?.[Symbol.asyncDispose]()
  }

  async #upload(id: string): Promise<void> {
    const { db } = this.#deps
    const [bucket, folder, uploader, { signal }] = [this.#bucket, this.#folder, this.#uploader, this.#stopping]
    const claim = () => claimUpload(db.read, { id, uploader, leaseSec })
    if (bucket === null || !(await claim())) return
    const media = mediaFileOf(id)
    let stored: number | null = null
    try {
      const bytes = (await folder.sizeOf(media)) ?? 0
      const read = async (range: ByteRange) => {
        const part = (await claim()) ? await folder.open(media, range) : null
        if (part === null) throw new Error('the file is gone')
        return buffer(part)
      }
      await bucket.putLarge(media, bytes, read, signal)
      const index = await folder.read(indexFileOf(id))
      if (index !== null) await bucket.put(indexFileOf(id), index, signal)
      if ((await folder.sizeOf(media)) !== bytes) throw new Error('the file has changed')
      stored = bytes
    } catch (error) {
      // Deleted during the upload.
      if (await claim()) throw new Error(`recording ${id}: ${(error as Error).message}`, { cause: error })
    } finally {
      await endUpload(db.read, id, uploader, stored)
    }
  }

  #reportFailure(error: unknown): void {
    if (this.#stopping.signal.aborted) return
    const { clock, log } = this.#deps
    log.error({ error }, 'recording.upload_failed')
    this.#retryAt = clock.uptime() + this.#retryMs
    this.#retryMs = Math.min(2 * this.#retryMs, maxRetryMs)
  }

  async #readStored(name: string): Promise<Buffer | null> {
    const found = await this.#readBucket(name, { start: 0, end: Number.MAX_SAFE_INTEGER })
    return found && buffer(found)
  }

  async #readBucket(name: string, range: ByteRange): Promise<Readable | null> {
    try {
      return (await this.#bucket?.get(name, range)) ?? null
    } catch (error) {
      this.#deps.log.warn({ error: error instanceof S3Error ? error.message : error, name }, 'recording.read_failed')
      throw new Refusal('unavailable', 'SERVER_BUSY', { retryAfterSec: 10 })
    }
  }
}
