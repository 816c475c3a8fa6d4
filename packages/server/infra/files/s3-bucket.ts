import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '../clock.ts'
import type { ByteRange } from './media-folder.ts'
import { encodeS3, signV4, type S3Credentials } from './sign-v4.ts'

/** A response that is no success. The message has the status and the code of S3, as in `403 SignatureDoesNotMatch`. */
export class S3Error extends Error {
  readonly status: number

  constructor(status: number, body: string) {
    super(`${status} ${/<Code>(\w{1,60})<\/Code>/.exec(body)?.[1] ?? ''}`.trim())
    this.status = status
  }
}

type S3Request = { query?: Record<string, string>; headers?: Record<string, string>; body?: Buffer | string }
type S3Clock = Pick<Clock, 'now' | 'offsetMs'>

/** How long a request may take; of a range that is read, until its first byte. */
export const s3DeadlineMs = 120_000
const shortDeadlineMs = 10_000
/** Larger files are uploaded in parts, of which one is in memory. A file has at most 10,000; all but the last are larger than 5 MB. */
const partBytes = 8 * 1_048_576
const maxParts = 10_000

/** The objects of a bucket of an S3 service, below a prefix. The address is that of `ONAIR_RECORDINGS_S3_URL`. */
export class S3Bucket {
  readonly #base: string
  readonly #credentials: S3Credentials
  readonly #clock: S3Clock

  constructor(address: string, folder: string, clock: S3Clock) {
    const { origin, pathname, username, password, searchParams } = new URL(address)
    const path = [...pathname.split('/').filter((part) => part !== ''), folder]
    this.#base = `${origin}/${path.map((part) => encodeS3(decodeURIComponent(part))).join('/')}`
    this.#credentials = {
      keyId: decodeURIComponent(username),
      secret: decodeURIComponent(password),
      region: searchParams.get('region') ?? 'us-east-1',
    }
    this.#clock = clock
  }

  async put(name: string, body: Buffer, signal?: AbortSignal): Promise<void> {
    await this.#text('PUT', name, { body }, signal)
  }

  /** Uploads so many bytes. `read` returns those of a range, and throws to stop the upload, which leaves nothing. */
  async putLarge(
    name: string,
    bytes: number,
    read: (range: ByteRange) => Promise<Buffer>,
    signal: AbortSignal,
  ): Promise<void> {
    const size = Math.max(partBytes, Math.ceil(bytes / maxParts))
    if (bytes <= size) return this.put(name, await read({ start: 0, end: bytes - 1 }), signal)
    const created = (await this.#text('POST', name, { query: { uploads: '' } }, signal)).body
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(created)?.[1]
    if (uploadId === undefined) throw new Error('the S3 service has named no upload')
    try {
      const tags: string[] = []
      for (let start = 0; start < bytes; start += size) {
        const body = await read({ start, end: Math.min(start + size, bytes) - 1 })
        const query = { partNumber: String(tags.length + 1), uploadId }
        tags.push((await this.#text('PUT', name, { query, body }, signal)).tag)
      }
      const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const completed = await this.#text('POST', name, { query: { uploadId }, body }, signal)
      // A failure after the response has begun.
      if (completed.body.includes('<Error>')) throw new S3Error(500, completed.body)
    } catch (error) {
      await this.#text('DELETE', name, { query: { uploadId } }).catch(() => {})
      throw error
    }
  }

  /** Bytes of an object; null: there is none. */
  async get(name: string, { start, end }: ByteRange): Promise<Readable | null> {
    const controller = new AbortController()
    const deadline = setTimeout(() => controller.abort(new Error('no answer')), shortDeadlineMs)
    const headers = { range: `bytes=${start}-${end}` }
    const response = await this.#send('GET', name, { headers }, controller.signal).finally(() => clearTimeout(deadline))
    if (response.status === 404) {
      await response.body?.cancel()
      return null
    }
    if (response.status !== 206 || response.body === null) throw new S3Error(response.status, await response.text())
    return Readable.fromWeb(response.body)
  }

  /** Idempotent. */
  async delete(name: string): Promise<void> {
    await this.#text('DELETE', name, {}).catch((error: unknown) => {
      if (!(error instanceof S3Error && error.status === 404)) throw error
    })
  }

  /** Writes, reads and deletes a small object. */
  async check(name: string): Promise<void> {
    const body = Buffer.from('Onair')
    await this.put(name, body)
    try {
      const read = await this.get(name, { start: 0, end: body.length - 1 })
      if (read === null || !(await buffer(read)).equals(body)) throw new Error('an object that was written is missing')
    } finally {
      await this.delete(name)
    }
  }

  async #text(method: string, name: string, request: S3Request, signal?: AbortSignal) {
    const deadline = AbortSignal.timeout(request.body === undefined ? shortDeadlineMs : s3DeadlineMs)
    const signals = signal ? [deadline, signal] : [deadline]
    const response = await this.#send(method, name, request, AbortSignal.any(signals))
    const body = await response.text()
    if (!response.ok) throw new S3Error(response.status, body)
    return { body, tag: response.headers.get('etag') ?? '' }
  }

  async #send(method: string, name: string, { query = {}, headers = {}, body }: S3Request, signal: AbortSignal) {
    const url = new URL(`${this.#base}/${encodeS3(name)}`)
    url.search = new URLSearchParams(query).toString()
    const signed = signV4(
      {
        method,
        url,
        headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
        now: this.#clock.now() - this.#clock.offsetMs(),
      },
      this.#credentials,
    )
    return fetch(url, { method, headers: signed, body: body ?? null, signal, redirect: 'manual' })
  }
}
