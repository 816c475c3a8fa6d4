/**
 * A time code that survives an encoder: blocks of black and white along the upper tenth of the picture have the time in
 * milliseconds and a check of it. Below it a strip flashes with a beep every few seconds.
 */
const timeBits = 24
const checkBits = 8
/** The time code begins again at this time. */
export const largestTime = 2 ** timeBits
export const blocks = timeBits + checkBits
/** The shares of the height. */
export const codeShare = 0.1
export const flashShare = 0.1
export const flashSec = 0.2
export const flashEverySec = 4

/** The blocks of a time, a byte of brightness each. */
export function encodeTime(now: number): Buffer {
  const time = now % largestTime
  const value = time * 2 ** checkBits + checkOf(time)
  return Buffer.from(Array.from({ length: blocks }, (_, bit) => (Math.floor(value / 2 ** bit) % 2 === 1 ? 255 : 0)))
}

function checkOf(time: number): number {
  return (time * 31 + (time >> 8) * 17 + (time >> 16)) & 255
}

const checkSource = `const checkOf = (time) => (time * 31 + (time >> 8) * 17 + (time >> 16)) & 255`

/** Replaces the camera of a page by the picture with the time code, which flashes when the microphone hears a beep. */
export const cameraScript = `{
  ${checkSource}
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  const listen = async (track, onBeep) => {
    const reader = new MediaStreamTrackProcessor({ track, maxBufferSize: 300 }).readable.getReader()
    for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
      const samples = new Float32Array(value.numberOfFrames)
      value.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
      value.close()
      if (samples.some((sample) => Math.abs(sample) > 0.1)) onBeep()
    }
  }
  navigator.mediaDevices.getUserMedia = async ({ video, audio }) => {
    const unprocessed = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
    const sounds = audio ? (await open({ audio: unprocessed })).getAudioTracks() : []
    const height = video?.height?.ideal ?? 720
    const width = video?.width?.ideal ?? 1280
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const picture = canvas.captureStream(0)
    const [track] = picture.getVideoTracks()
    const rectangle = (color, ...place) => { context.fillStyle = color; context.fillRect(...place) }
    let frame = 0
    let flashesUntil = 0
    const draw = () => {
      if (globalThis.freezesCamera) return
      rectangle('#345', 0, 0, width, height)
      for (let index = 0; index < 24; index++)
        rectangle('hsl(' + index * 15 + ' 80% 50%)', (index * 97 + frame * (index % 7 + 1)) % width, height * (0.25 + index * 0.03), width / 8, height / 40)
      rectangle(performance.now() < flashesUntil ? '#fff' : '#000', 0, height * ${codeShare}, width, height * ${flashShare})
      const time = Date.now() % ${largestTime}
      const value = time * ${2 ** checkBits} + checkOf(time)
      for (let bit = 0; bit < ${blocks}; bit++)
        rectangle(Math.floor(value / 2 ** bit) % 2 === 1 ? '#fff' : '#000', bit * width / ${blocks}, 0, width / ${blocks}, height * ${codeShare})
      track.requestFrame()
      frame++
    }
    draw()
    setInterval(draw, 1000 / 30)
    for (const sound of sounds)
      void listen(sound.clone(), () => {
        const isFirst = performance.now() > flashesUntil
        flashesUntil = performance.now() + 150
        if (isFirst) draw()
      })
    return new MediaStream([...(video ? [track] : []), ...sounds])
  }
}`

/** A file of WAV that a browser plays to its microphone again and again: a beep and silence. */
export function beeps(): Buffer {
  const rate = 48_000
  const data = Buffer.alloc(rate * flashEverySec * 2)
  for (let index = 0; index < rate * flashSec; index++)
    data.writeInt16LE(Math.round(Math.sin((index * Math.PI) / 24) * 16_000), index * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

/** Notes in a page when its first picture is shown, in milliseconds since the page was requested. */
export const firstPictureScript = `{
  const seen = new WeakSet()
  const timer = setInterval(() => {
    for (const video of document.querySelectorAll('video')) {
      if (seen.has(video)) continue
      seen.add(video)
      video.requestVideoFrameCallback(() => {
        globalThis.firstPictureAt ??= performance.now()
        clearInterval(timer)
      })
    }
  }, 5)
}`

/** `times`: the time codes in the order of the frames. */
export type Seen = {
  times: number[]
  delaysMs: number[]
  frames: number
  unreadable: number
  stalls: number
  seconds: number
}

/** Reads the time code of each frame that a page shows, for so many seconds. A promise of `Seen`. */
export function watchScript(seconds: number, stallMs = 500): string {
  return `new Promise((resolve) => {
    ${checkSource}
    const video = document.querySelector('video')
    const context = new OffscreenCanvas(${blocks}, 1).getContext('2d', { willReadFrequently: true })
    const seen = { times: [], delaysMs: [], frames: 0, unreadable: 0, stalls: 0, seconds: ${seconds} }
    const startedAt = performance.now()
    let last = startedAt
    const look = () => {
      const { videoWidth: width, videoHeight: height } = video
      context.drawImage(video, 0, height * ${codeShare * 0.3}, width, height * ${codeShare * 0.4}, 0, 0, ${blocks}, 1)
      const pixels = context.getImageData(0, 0, ${blocks}, 1).data
      let value = 0
      for (let bit = 0; bit < ${blocks}; bit++) if (pixels[bit * 4] > 127) value += 2 ** bit
      const [time, check] = [Math.floor(value / ${2 ** checkBits}), value % ${2 ** checkBits}]
      if (checkOf(time) === check) {
        seen.times.push(time)
        seen.delaysMs.push((Date.now() % ${largestTime} - time + ${largestTime}) % ${largestTime})
      } else seen.unreadable++
      seen.frames++
      if (performance.now() - last > ${stallMs}) seen.stalls++
      last = performance.now()
      if (!isOver) video.requestVideoFrameCallback(look)
    }
    let isOver = false
    video.requestVideoFrameCallback(look)
    setTimeout(() => {
      isOver = true
      if (performance.now() - last > ${stallMs}) seen.stalls++
      resolve(seen)
    }, ${seconds * 1_000})
  })`
}
