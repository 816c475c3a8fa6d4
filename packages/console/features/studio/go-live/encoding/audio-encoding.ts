import { opusHead, preSkipOf } from './packets.ts'
import type { AudioConfiguration } from './batcher.ts'

const bitrate = 128_000
/** A step of the capture clock above this is a loss. */
const gapUs = 40_000
/** Sound that runs ahead of the picture by more is left out. */
const aheadUs = 50_000
/** Silence for at most this long is filled in at once. */
const maxGapUs = 30_000_000

type Options = {
  onConfiguration: (configuration: AudioConfiguration) => void
  onChunk: (chunk: { timeUs: number; durationUs: number; data: Uint8Array }) => void
  onError: (error: unknown) => void
}

/**
 * Encodes the sound of a track: AAC where the browser can, else Opus. Encoders count samples and ignore times, so lost
 * samples are filled with silence: the sound would run ahead of the picture.
 */
export class AudioEncoding {
  readonly #options: Options
  #encoder: AudioEncoder | null = null
  #kind: 'aac' | 'opus' = 'opus'
  #isConfigured = false
  /** The time at which the encoded sound ends; null before the first. */
  #endUs: number | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** Encodes samples of the track and closes them. `timeUs` is their time on the clock of the live. */
  async encode(samples: AudioData, timeUs: number): Promise<void> {
    this.#encoder ??= await this.#createEncoder(samples)
    if (this.#encoder.state !== 'configured') return samples.close()
    const durationUs = (samples.numberOfFrames / samples.sampleRate) * 1e6
    this.#endUs ??= timeUs
    if (timeUs - this.#endUs > gapUs) this.#fillGap(samples, Math.min(timeUs - this.#endUs, maxGapUs), durationUs)
    if (this.#endUs - timeUs > aheadUs) return samples.close()
    this.#encodeAt(samples, copySamples(samples))
    samples.close()
  }

  async close(): Promise<void> {
    if (this.#encoder?.state === 'configured') await this.#encoder.flush().catch(() => {})
    if (this.#encoder !== null && this.#encoder.state !== 'closed') this.#encoder.close()
  }

  #fillGap(samples: AudioData, lengthUs: number, durationUs: number): void {
    const silence = copySamples(samples).fill(0)
    for (let filledUs = 0; filledUs + durationUs / 2 < lengthUs; filledUs += durationUs)
      this.#encodeAt(samples, silence)
  }

  #encodeAt({ format, sampleRate, numberOfFrames, numberOfChannels }: AudioData, data: Uint8Array<ArrayBuffer>): void {
    const timestamp = Math.round(this.#endUs ?? 0)
    if (format === null) return
    const copy = new AudioData({ format, sampleRate, numberOfFrames, numberOfChannels, timestamp, data })
    this.#encoder?.encode(copy)
    copy.close()
    this.#endUs = (this.#endUs ?? 0) + (numberOfFrames / sampleRate) * 1e6
  }

  async #createEncoder({ sampleRate, numberOfChannels }: AudioData): Promise<AudioEncoder> {
    const config = { sampleRate, numberOfChannels: Math.min(2, numberOfChannels), bitrate }
    const aac = { ...config, codec: 'mp4a.40.2' }
    const { supported } = await AudioEncoder.isConfigSupported(aac).catch(() => ({ supported: false }))
    this.#kind = supported ? 'aac' : 'opus'
    const encoder = new AudioEncoder({
      output: (chunk, metadata) => this.#onChunk(chunk, metadata?.decoderConfig),
      error: this.#options.onError,
    })
    encoder.configure(supported ? aac : { ...config, codec: 'opus' })
    return encoder
  }

  #onChunk(chunk: EncodedAudioChunk, config: AudioDecoderConfig | undefined): void {
    if (config && !this.#isConfigured) {
      this.#isConfigured = true
      const description = config.description ? toBytes(config.description) : null
      const data =
        this.#kind === 'aac' && description !== null
          ? description
          : opusHead(config.numberOfChannels, preSkipOf(description))
      this.#options.onConfiguration({ kind: this.#kind, data })
    }
    const data = new Uint8Array(chunk.byteLength)
    chunk.copyTo(data)
    this.#options.onChunk({ timeUs: chunk.timestamp, durationUs: chunk.duration ?? 20_000, data })
  }
}

/** All samples, plane after plane. */
function copySamples(samples: AudioData): Uint8Array<ArrayBuffer> {
  const planes = samples.format?.endsWith('planar') ? samples.numberOfChannels : 1
  const sizes = Array.from({ length: planes }, (_, planeIndex) => samples.allocationSize({ planeIndex }))
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0))
  let at = 0
  sizes.forEach((size, planeIndex) => {
    samples.copyTo(bytes.subarray(at, at + size), { planeIndex })
    at += size
  })
  return bytes
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice()
}
