import { encodePacket, type Packet } from './packets.ts'

/** A live whose microphone gives nothing starts without sound after this long. */
const audioWaitUs = 3_000_000
const initialIntervalUs = 33_333
const maxIntervalUs = 200_000
const roundingUs = 2_000

type VideoChunk = { rendition: number; timeUs: number; isKey: boolean; data: Uint8Array; avcC: Uint8Array }
type AudioChunk = Pick<Packet, 'timeUs' | 'durationUs' | 'data'>
export type AudioConfiguration = Pick<Packet, 'data'> & { kind: 'aac' | 'opus' }

type Options = {
  batchMs: number
  renditions: number
  hasAudio: boolean
  onBatch: (batch: Blob) => void
}

/**
 * Collects packets to batches. A batch starts with a key frame where there is one, holds the same frames of all renditions,
 * and ends before the frame that would make it longer than `batchMs`.
 */
export class Batcher {
  readonly #options: Options
  #isWaitingForAudio: boolean
  #audio: AudioConfiguration | null = null
  #packets: Uint8Array<ArrayBuffer>[] = []
  /** The time of the first frame of this batch; null before it. */
  #startUs: number | null = null
  #lastUs: number | null = null
  #intervalUs = initialIntervalUs
  /** Frames that not all renditions have delivered yet: encoders answer in any order. */
  #delivered = new Map<number, number>()

  constructor(options: Options) {
    this.#options = options
    this.#isWaitingForAudio = options.hasAudio
  }

  addVideo({ rendition, timeUs, isKey, data, avcC }: VideoChunk): void {
    const delivered = this.#delivered.get(timeUs) ?? 0
    if (rendition === 0) this.#measure(timeUs, isKey && delivered === 0)
    if (isKey) this.#addConfigurations(rendition, avcC)
    const durationUs = this.#intervalUs
    this.#add({ kind: 'avc', rendition, isKey, isConfiguration: false, timeUs, durationUs, data })
    this.#delivered.set(timeUs, delivered + 1)
    if (delivered + 1 < this.#options.renditions) return
    this.#delivered.delete(timeUs)
    const endOfNextUs = timeUs + 2 * this.#intervalUs
    if (endOfNextUs - (this.#startUs ?? timeUs) > this.#options.batchMs * 1_000 + roundingUs) this.flush()
  }

  configureAudio(configuration: AudioConfiguration): void {
    this.#audio = configuration
    this.#isWaitingForAudio = false
    this.#addAudioConfiguration()
  }

  addAudio(chunk: AudioChunk): void {
    if (this.#audio !== null)
      this.#add({ kind: this.#audio.kind, rendition: 0, isKey: true, isConfiguration: false, ...chunk })
  }

  flush(): void {
    // A segment without the sound that follows would make the player start anew.
    if (this.#packets.length === 0 || this.#isWaitingForAudio) return
    const batch = new Blob(this.#packets)
    this.#packets = []
    this.#startUs = null
    this.#options.onBatch(batch)
  }

  #measure(timeUs: number, startsBatch: boolean): void {
    if (startsBatch && this.#startUs !== null) this.flush()
    if (this.#lastUs !== null)
      this.#intervalUs += (Math.min(maxIntervalUs, timeUs - this.#lastUs) - this.#intervalUs) / 8
    this.#lastUs = timeUs
    this.#startUs ??= timeUs
    if (timeUs - this.#startUs > audioWaitUs) this.#isWaitingForAudio = false
  }

  /** Before each key frame, so that a lost batch does not take them along. */
  #addConfigurations(rendition: number, avcC: Uint8Array): void {
    this.#add({ ...configuration, kind: 'avc', rendition, data: avcC })
    if (rendition === 0) this.#addAudioConfiguration()
  }

  #addAudioConfiguration(): void {
    if (this.#audio !== null) this.#add({ ...configuration, ...this.#audio, rendition: 0 })
  }

  #add(packet: Packet): void {
    this.#packets.push(encodePacket(packet))
  }
}

const configuration = { isKey: false, isConfiguration: true, timeUs: 0, durationUs: 0 }
