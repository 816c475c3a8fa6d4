// Sends the sound of a track to the worker that encodes it. In an audio worklet, which no busy page delays.

import type { Samples } from './encoding/port-streams.ts'

declare const currentTime: number
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

/** 20 ms: a multiple of what `process` gets, at 48 kHz nearly a packet of Opus. */
const framesPerMessage = 1_024
const maxChannels = 2

class SoundReader extends AudioWorkletProcessor {
  #target: MessagePort | null = null
  #samples: Samples | null = null
  #filled = 0

  constructor() {
    super()
    this.port.addEventListener('message', ({ data }: MessageEvent<MessagePort>) => (this.#target = data))
    this.port.start()
  }

  process([input = []]: Float32Array[][]): boolean {
    const planes = input.slice(0, maxChannels)
    const [{ length } = { length: 0 }] = planes
    if (this.#target === null || length === 0) return true
    if (this.#samples?.numberOfChannels !== planes.length) this.#samples = null
    if (this.#samples === null) {
      this.#filled = 0
      this.#samples = {
        timestamp: currentTime * 1e6,
        sampleRate,
        numberOfFrames: framesPerMessage,
        numberOfChannels: planes.length,
        data: new Float32Array(framesPerMessage * planes.length),
      }
    }
    const { data } = this.#samples
    for (const [index, plane] of planes.entries()) data.set(plane, index * framesPerMessage + this.#filled)
    this.#filled += length
    if (this.#filled < framesPerMessage) return true
    this.#target.postMessage(this.#samples, [data.buffer])
    this.#samples = null
    return true
  }
}

registerProcessor('sound-reader', SoundReader)
