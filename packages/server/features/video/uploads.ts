import { limits } from '@onair/contract'
import { hashSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { readBatch } from './batch.ts'
import type { ReceivedLive, DropReason, Publisher } from './received-live.ts'
import { Bucket } from './bucket.ts'
import { PacketError, type PacketProblem } from './packet.ts'

/** Tokens that are no longer valid, so that their pages learn why. */
const maxFormer = 1_000

export type UploadAnswer =
  | { status: 200; next: number }
  | { status: 409; message: 'UPLOAD_OUT_OF_ORDER'; next: number }
  | { status: 422; message: 'INVALID_PACKETS'; reason: PacketProblem; next: number }

/** The uploads of pages by their token. */
export class Uploads {
  readonly #deps: Pick<Deps, 'clock' | 'config' | 'random'>
  readonly #byToken = new Map<string, Upload>()
  readonly #former = new Map<string, DropReason>()

  constructor(deps: Pick<Deps, 'clock' | 'config' | 'random'>) {
    this.#deps = deps
  }

  /** A new upload, and the token that proves it. */
  create(channelId: string, expectsAudio: boolean): { token: string; upload: Upload } {
    const token = this.#deps.random.bytes(32).toString('base64url')
    const key = keyOf(token)
    const upload = new Upload({ channelId, expectsAudio }, this.#deps, (reason) => this.#forget(key, reason))
    this.#byToken.set(key, upload)
    return { token, upload }
  }

  /** The upload of a token, why it is not valid any longer, or null for an unknown one. */
  find(token: string): Upload | DropReason | null {
    const key = keyOf(token)
    return this.#byToken.get(key) ?? this.#former.get(key) ?? null
  }

  #forget(key: string, reason: DropReason): void {
    this.#byToken.delete(key)
    this.#former.set(key, reason)
    const [oldest = ''] = this.#former.keys()
    if (this.#former.size > maxFormer) this.#former.delete(oldest)
  }
}

function keyOf(token: string): string {
  return hashSecret(token).toString('base64')
}

/** The batches of one page, in order. */
export class Upload implements Publisher {
  readonly source = 'page'
  readonly channelId: string
  readonly expectsAudio: boolean
  /** The number of the batch that is expected. */
  next = 0
  readonly #onDrop: (reason: DropReason) => void
  readonly #calls: Bucket
  readonly #bytes: Bucket
  readonly #pictures: Bucket

  constructor(
    { channelId, expectsAudio }: Pick<Upload, 'channelId' | 'expectsAudio'>,
    deps: Pick<Deps, 'clock' | 'config'>,
    onDrop: (reason: DropReason) => void,
  ) {
    this.channelId = channelId
    this.expectsAudio = expectsAudio
    this.#onDrop = onDrop
    const bytesPerSec = (deps.config.videoMaxKbps * 1_000 * 1.5) / 8
    const { batchesPerSec, queueSec, batchMs, batchBytes } = limits
    // After a cut, a page sends its whole queue at once.
    this.#calls = new Bucket(deps.clock, { perSec: batchesPerSec, burst: batchesPerSec + (queueSec * 1_000) / batchMs })
    this.#pictures = new Bucket(deps.clock, { perSec: 1 / limits.livePictureMinSec, burst: 2 })
    this.#bytes = new Bucket(deps.clock, { perSec: bytesPerSec, burst: bytesPerSec * queueSec + batchBytes })
  }

  /** Counts a call before its body is read. What is too many of: calls or bytes; null if it is admitted. */
  admit(bytes: number): 'calls' | 'bytes' | null {
    if (!this.#calls.take(1)) return 'calls'
    return this.#bytes.take(bytes) ? null : 'bytes'
  }

  /** The same for a picture of what the live shows. */
  admitPicture(): boolean {
    return this.#pictures.take(1)
  }

  /** Adds a batch. A repeated one is accepted and ignored. `hasGap`: the page has dropped batches before it. */
  accept(received: ReceivedLive, { n, hasGap, body }: { n: number; hasGap: boolean; body: Buffer }): UploadAnswer {
    const { video } = received
    if (n < this.next) return { status: 200, next: this.next }
    if (n > this.next && !hasGap) return { status: 409, message: 'UPLOAD_OUT_OF_ORDER', next: this.next }
    if (hasGap) {
      video.health.leftOut(n - this.next)
      video.interrupt()
    }
    this.next = n + 1
    try {
      video.addBatch(readBatch(body))
      return { status: 200, next: this.next }
    } catch (error) {
      if (!(error instanceof PacketError)) throw error
      video.health.lostBatches++
      // What was added of it is complete: the next one begins with a key frame.
      video.interrupt()
      return { status: 422, message: 'INVALID_PACKETS', reason: error.problem, next: this.next }
    }
  }

  drop(reason: DropReason): void {
    this.#onDrop(reason)
  }
}
