import { encodePacket, type Packet } from './packets.ts'

/** A live whose microphone gives nothing starts without sound after this long. */
const audioWaitUs = 3_000_000
/** Batches that wait for their sound; a microphone that has stopped delays no more than these. */
const maxClosing = 3
/** A camera that gives no frames holds the sound back for no longer. */
const pictureWaitUs = 1_000_000
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
  /** Batches that wait for the sound until their end: later, the server would leave that sound out. */
  #closing: { packets: Uint8Array<ArrayBuffer>[]; endUs: number }[] = []
  #soundUntilUs = 0
  /** The time of the last frame, or of the last batch of sound alone. */
  #waitsSinceUs: number | null = null
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
    if (endOfNextUs - (this.#startUs ?? timeUs) > this.#options.batchMs * 1_000 + roundingUs) this.#cut()
  }

  configureAudio(configuration: AudioConfiguration): void {
    this.#audio = configuration
    this.#isWaitingForAudio = false
    this.#addAudioConfiguration()
  }

  addAudio(chunk: AudioChunk): void {
    if (this.#audio === null) return
    const packet = encodePacket({ kind: this.#audio.kind, rendition: 0, isKey: true, isConfiguration: false, ...chunk })
    this.#soundUntilUs = chunk.timeUs + chunk.durationUs
    const batch = this.#closing.find(({ endUs }) => chunk.timeUs < endUs)
    ;(batch?.packets ?? this.#packets).push(packet)
    this.#sendClosed()
    this.#waitsSinceUs ??= chunk.timeUs
    if (this.#soundUntilUs - this.#waitsSinceUs < pictureWaitUs) return
    this.#waitsSinceUs = this.#soundUntilUs
    this.#cut()
  }

  /** Sends all that there is. */
  flush(): void {
    this.#cut()
    this.#sendClosed(0)
  }

  #cut(): void {
    // A segment without the sound that follows would make the player start anew.
    if (this.#packets.length === 0 || this.#isWaitingForAudio) return
    this.#closing.push({ packets: this.#packets, endUs: (this.#lastUs ?? 0) + this.#intervalUs })
    this.#packets = []
    this.#startUs = null
    this.#sendClosed(this.#audio === null ? 0 : maxClosing)
  }

  /** Sends the batches whose sound is there, and the oldest of more than `most`. */
  #sendClosed(most = maxClosing): void {
    for (let [batch] = this.#closing; batch !== undefined; [batch] = this.#closing) {
      if (this.#closing.length <= most && this.#soundUntilUs < batch.endUs) return
      this.#closing.shift()
      this.#options.onBatch(new Blob(batch.packets))
    }
  }

  #measure(timeUs: number, startsBatch: boolean): void {
    if (startsBatch && this.#startUs !== null) this.#cut()
    if (this.#lastUs !== null)
      this.#intervalUs += (Math.min(maxIntervalUs, timeUs - this.#lastUs) - this.#intervalUs) / 8
    this.#lastUs = timeUs
    this.#waitsSinceUs = timeUs
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
