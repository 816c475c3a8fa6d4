/** Planar 32-bit samples, as a message. Times are in microseconds. */
export type Samples = Pick<AudioData, 'timestamp' | 'sampleRate' | 'numberOfFrames' | 'numberOfChannels'> & {
  data: Float32Array<ArrayBuffer>
}

/** Samples that wait. A worker that is busy for longer loses the newest. */
const maxSamples = 300

/** The frames of the page, one at a time, each asked for when the frame rate says so: none waits. */
export function readFrames(port: MessagePort, fps: number): ReadableStream<VideoFrame> {
  const intervalMs = 1_000 / fps
  let dueAt = performance.now()
  const ask = () =>
    new Promise<VideoFrame | null>((resolve) => {
      port.addEventListener('message', ({ data }: MessageEvent<VideoFrame | null>) => resolve(data), { once: true })
      port.postMessage(null)
    })
  port.start()
  return new ReadableStream<VideoFrame>(
    {
      async pull(controller) {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()))
          dueAt = Math.max(dueAt + intervalMs, performance.now())
          const frame = await ask()
          if (frame !== null) return controller.enqueue(frame)
        }
      },
      cancel: () => port.close(),
    },
    { highWaterMark: 0 },
  )
}

/** The samples of the audio worklet. */
export function readSamples(port: MessagePort): ReadableStream<AudioData> {
  return new ReadableStream<AudioData>(
    {
      start(controller) {
        port.addEventListener('message', ({ data: samples }: MessageEvent<Samples | string>) => {
          // Why there is no reader.
          if (typeof samples === 'string') return controller.error(new Error(samples))
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(new AudioData({ format: 'f32-planar', ...samples }))
        })
        port.start()
      },
      cancel: () => port.close(),
    },
    { highWaterMark: maxSamples },
  )
}
