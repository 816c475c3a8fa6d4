import type { Readable } from 'node:stream'
import { limits } from '@onair/contract'
import type { ByteRange, MediaFolder } from '../../../infra/files/media-folder.ts'
import type { S3Bucket } from '../../../infra/files/s3-bucket.ts'
import type { Deps } from '../../../infra/deps.ts'
import { repeat, type Repeat } from '../../../shared/repeat.ts'
import type { ReceivedLive } from '../received-live.ts'
import type { Rendition } from '../rendition.ts'
import type { Segment } from '../segment-window.ts'
import { RecordingFile, type IndexEntry } from './recording-file.ts'
import { deleteStored, findStored, insertRecording, updateRecording } from './recording-store.ts'
import { StoredFiles } from './stored-files.ts'

type RecordingsDeps = Pick<Deps, 'addresses' | 'clock' | 'config' | 'db' | 'log' | 'random'>

/** A recording that this process writes. Its steps run one after another. */
type Active = {
  readonly id: string
  readonly received: ReceivedLive
  readonly rendition: Rendition
  steps: Promise<void>
  file: RecordingFile | null
  /** Bytes that wait to be written. */
  pendingBytes: number
  durationUs: number
  storedAt: number | null
  /** Nothing more is written. */
  isStopped: boolean
}

const storeEveryMs = 5_000
const tidyEveryMs = 60_000
/** After a failure, as of a full disk, nothing new is recorded for a while. */
const retryMs = 60_000

/**
 * The recordings that this process writes, and the files of all that it can read. A live never waits for it, and loses
 * nothing when it fails: the recording ends with what was written. Decision 18.
 */
export class Recordings implements AsyncDisposable {
  readonly #deps: RecordingsDeps
  readonly #folder: MediaFolder | null
  readonly #files: StoredFiles | null
  readonly #active = new Map<number, Active>()
  readonly #ending = new Set<Promise<void>>()
  readonly #tidying: Repeat
  #storedBytes = 0
  #retryAt = 0

  constructor(deps: RecordingsDeps, folder: MediaFolder | null, bucket: S3Bucket | null) {
    this.#deps = deps
    this.#folder = folder
    this.#files = folder && new StoredFiles(deps, folder, bucket)
    const onError = (error: unknown) => deps.log.error({ error }, 'recording.tidy_failed')
    this.#tidying = repeat(() => this.tidy(), { clock: deps.clock, intervalMs: tidyEveryMs, onError })
  }

  /** Whether this platform records. */
  get isEnabled(): boolean {
    return this.#folder !== null
  }

  /** Adds a closed segment of a live. Of several picture sizes the largest is recorded. */
  add(received: ReceivedLive, rendition: Rendition, segment: Segment, owner: string): void {
    const active = this.#active.get(received.liveId) ?? this.#begin(received, rendition, segment, owner)
    const init = rendition.window.findInit(segment.initId)
    if (active === null || active.rendition !== rendition || init === null) return
    active.pendingBytes += segment.bytes
    if (active.pendingBytes > limits.recordingPendingBytes) return this.#fail(active, new Error('the disk is too slow'))
    this.#next(active, async () => {
      active.pendingBytes -= segment.bytes
      await active.file?.append(segment, init)
      this.#storedBytes += segment.bytes
      await this.#store(active)
    })
    active.durationUs += segment.duration
    if (active.durationUs >= limits.recordingSec * 1e6) this.stop(received.liveId)
    if (this.#storedBytes > this.#maxBytes) this.#tidying.runNow()
  }

  /** Ends the recording of a live, if there is one: what has been written can be watched. */
  stop(liveId: number): void {
    const active = this.#active.get(liveId)
    if (active === undefined) return
    this.#active.delete(liveId)
    this.#next(active, async () => {
      active.isStopped = true
      await this.#end(active)
    })
    this.#ending.add(active.steps)
    void active.steps.finally(() => this.#ending.delete(active.steps))
  }

  /** The segments of a recording that are complete; null: its files are not here. */
  async readIndex(id: string): Promise<IndexEntry[] | null> {
    return this.#files?.readIndex(id) ?? null
  }

  /** Bytes of the file of a recording; null: it is not here. */
  async sizeOf(id: string): Promise<number | null> {
    return this.#files?.sizeOf(id) ?? null
  }

  /** Bytes of the file of a recording; null: it is not here. */
  async open(id: string, range: ByteRange): Promise<Readable | null> {
    return this.#files?.open(id, range) ?? null
  }

  /** Deletes the files of a deleted recording, if they are here and no hold keeps them. */
  async deleteFiles(id: string): Promise<void> {
    if ((await findStored(this.#deps.db.read, [id])).length > 0) return
    await this.#files?.delete(id)
  }

  /**
   * Deletes the files of what is no longer in the database, and the oldest recordings and clips that no hold keeps until the
   * others take no more than the setting. Where no other is left, the recordings that run end.
   */
  async tidy(): Promise<void> {
    if (this.#files === null) return
    const bytesOf = await this.#files.list()
    const known = await findStored(this.#deps.db.read, [...bytesOf.keys()])
    const knownIds = new Set(known.map(({ id }) => id))
    for (const id of bytesOf.keys()) if (!knownIds.has(id)) await this.deleteFiles(id)
    let total = known.reduce((sum, { id }) => sum + (bytesOf.get(id) ?? 0), 0)
    for (const { id, hasEnded, isHeld } of known) {
      if (total <= this.#maxBytes) break
      if (!hasEnded || isHeld) continue
      await deleteStored(this.#deps.db.read, [id])
      await this.deleteFiles(id)
      this.#deps.log.info({ recordingId: id }, 'recording.deleted_for_space')
      total -= bytesOf.get(id) ?? 0
    }
    this.#storedBytes = total
    if (total <= this.#maxBytes) return
    this.#retryAt = this.#deps.clock.uptime() + retryMs
    for (const liveId of this.#active.keys()) this.stop(liveId)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tidying[Symbol.asyncDispose]()
    for (const liveId of this.#active.keys()) this.stop(liveId)
    await Promise.all(this.#ending)
    await this.#files?.[Symbol.asyncDispose]()
  }

  get #maxBytes(): number {
    return this.#deps.config.recordingsGb * 1e9
  }

  #begin(received: ReceivedLive, rendition: Rendition, segment: Segment, owner: string): Active | null {
    const { addresses, clock, db, random } = this.#deps
    const folder = this.#folder
    if (folder === null || !received.isRecorded || clock.uptime() < this.#retryAt) return null
    if (rendition !== largestOf(received.video.renditions)) return null
    const [id, playbackId] = [random.uuid(), random.uuid()]
    const mediaUrl = `${addresses.mediaUrl}/media/v1`
    const active: Active = {
      id,
      received,
      rendition,
      steps: Promise.resolve(),
      file: null,
      pendingBytes: 0,
      durationUs: 0,
      storedAt: null,
      isStopped: false,
    }
    this.#active.set(received.liveId, active)
    this.#next(active, async () => {
      const { liveId } = received
      // The row is first: a file without one is deleted.
      if (await insertRecording(db.read, { id, playbackId, liveId, owner, mediaUrl, startedAt: segment.date }))
        active.file = await RecordingFile.create(folder, id)
      else this.#abandon(active)
    })
    return active
  }

  /** Runs a step after those before, unless one of them failed. */
  #next(active: Active, step: () => Promise<void>): void {
    active.steps = active.steps
      .then(async () => {
        if (!active.isStopped) await step()
      })
      .catch((error: unknown) => this.#fail(active, error))
  }

  async #store(active: Active): Promise<void> {
    const { clock, db, log } = this.#deps
    const { id, file, received, storedAt } = active
    if (file === null || (storedAt !== null && clock.uptime() - storedAt < storeEveryMs)) return
    active.storedAt = clock.uptime()
    try {
      const isKept = await updateRecording(db.read, id, { ...progressOf(file), ...limitsOf(received) }, null)
      if (!isKept) this.#abandon(active)
    } catch (error) {
      // The next one stores it.
      log.warn({ error, recordingId: id }, 'recording.store_failed')
    }
  }

  /** Ends a recording whose row is gone, with its files. */
  #abandon(active: Active): void {
    active.isStopped = true
    if (this.#active.get(active.received.liveId) === active) this.#active.delete(active.received.liveId)
    void this.#close(active)
      .then(() => this.deleteFiles(active.id))
      .catch(() => {})
  }

  /** Ends a recording that cannot be written. */
  #fail(active: Active, error: unknown): void {
    const { clock, log } = this.#deps
    log.error({ error, recordingId: active.id, channelId: active.received.channelId }, 'recording.failed')
    this.#retryAt = clock.uptime() + retryMs
    if (active.isStopped) return
    active.isStopped = true
    if (this.#active.get(active.received.liveId) === active) this.#active.delete(active.received.liveId)
    const ending = this.#end(active).catch(() => {})
    this.#ending.add(ending)
    void ending.finally(() => this.#ending.delete(ending))
  }

  async #end(active: Active): Promise<void> {
    const { clock, db } = this.#deps
    const { id, file, received } = active
    await this.#close(active)
    const progress = file && progressOf(file)
    if (progress === null || progress.durationMs === 0) {
      await deleteStored(db.read, [id])
      return this.deleteFiles(id)
    }
    // Without a database now, the sweep ends it.
    await updateRecording(db.read, id, { ...progress, ...limitsOf(received) }, clock.now())
  }

  async #close(active: Active): Promise<void> {
    const { file } = active
    active.file = null
    await file?.[Symbol.asyncDispose]()
  }
}

function largestOf(renditions: readonly Rendition[]): Rendition | null {
  return renditions.reduce<Rendition | null>(
    (largest, rendition) => (largest === null || pixelsOf(rendition) > pixelsOf(largest) ? rendition : largest),
    null,
  )
}

function pixelsOf({ config }: Rendition): number {
  return config === null ? 0 : config.width * config.height
}

function progressOf({ bytes, durationMs, spans }: RecordingFile) {
  return { bytes, durationMs, spans }
}

function limitsOf({ wasLimited, audience }: ReceivedLive) {
  return { wasLimited, audience }
}
