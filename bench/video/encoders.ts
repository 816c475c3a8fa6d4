import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { blocks, codeShare, encodeTime, flashEverySec, flashSec, flashShare, largestTime } from './picture.ts'

export type Encoder = AsyncDisposable & { child: ChildProcess; log: () => string }

const benchFps = 30

/** Runs ffmpeg, which ends its streams as an encoder does when it is disposed. No value of `options` may have a space. */
function startFfmpeg(options: readonly string[], stdin: 'ignore' | 'pipe' = 'ignore'): Encoder {
  const args = options.flatMap((line) => line.split(' '))
  const child = spawn('ffmpeg', ['-nostdin', '-v', 'error', ...args], { stdio: [stdin, 'ignore', 'pipe'] })
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-2_000)))
  const ended = once(child, 'close')
  return {
    child,
    log: () => log,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGKILL'), 3_000)
      await ended
      clearTimeout(timer)
    },
  }
}

const videoCodec = (kbps: number, gopSec: number, fps = benchFps, bFrames = 0) =>
  `-c:v libx264 -preset veryfast -tune zerolatency -bf ${bFrames} -pix_fmt yuv420p -b:v ${kbps}k -maxrate ${kbps}k -bufsize ${kbps}k ` +
  `-g ${gopSec * fps} -keyint_min ${gopSec * fps} -sc_threshold 0`
const audioCodec = (sampleRate = 48_000) => `-c:a aac -b:a 128k -ar ${sampleRate} -ac 2`

/**
 * Publishes a moving picture with the time code, by default of 720p30, encoded once, to several servers. A machine that is too
 * slow for it drops frames, as encoders do. `onShown` gets the time of each frame.
 */
export function startCodedEncoder(
  urls: readonly string[],
  { kbps = 2_500, gopSec = 2, height = 720, fps = benchFps, bFrames = 0, onShown = (_time: number) => {} } = {},
): Encoder {
  const width = (height * 16) / 9
  const codeHeight = height * codeShare
  // So large that the pipe holds only one.
  const [inputWidth, inputHeight] = [blocks * 10, 180]
  const code = `[0:v]scale=${width}:${codeHeight}:flags=neighbor,pad=${width}:${height}[code]`
  const picture = `[1:v]crop=${width}:${height - codeHeight}:0:${codeHeight}[picture]`
  const encoder = startFfmpeg(
    [
      '-probesize 32 -thread_queue_size 1 -use_wallclock_as_timestamps 1 -f rawvideo -pix_fmt gray',
      `-s ${inputWidth}x${inputHeight} -r ${fps} -i -`,
      `-f lavfi -i testsrc2=size=${width}x${height}:rate=${fps}`,
      '-f lavfi -i sine=frequency=440:sample_rate=48000',
      `-filter_complex ${code};${picture};[code][picture]overlay=0:${codeHeight}[v]`,
      '-map [v] -map 2:a -flags +global_header -vsync vfr',
      videoCodec(kbps, gopSec, fps, bFrames),
      audioCodec(),
      `-f tee ${urls.map((url) => `[f=flv:onfail=ignore]${url}`).join('|')}`,
    ],
    'pipe',
  )
  const { stdin } = encoder.child
  stdin?.on('error', () => {})
  const startedAt = performance.now()
  let due = 0
  const timer = setInterval(() => {
    if (performance.now() - startedAt < (due * 1_000) / fps) return
    due = Math.ceil(((performance.now() - startedAt) / 1_000) * fps)
    if (stdin?.writableLength !== 0) return
    const now = Date.now()
    stdin.write(frameOf(encodeTime(now), inputHeight))
    onShown(now % largestTime)
  }, 4)
  encoder.child.once('exit', () => clearInterval(timer))
  return encoder
}

/** Each block is ten pixels wide. */
function frameOf(code: Buffer, height: number): Buffer {
  const row = Buffer.concat([...code].map((brightness) => Buffer.alloc(10, brightness)))
  return Buffer.concat(Array.from({ length: height }, () => row))
}

/** Encodes a file of 10 s of 720p30, which `startLoop` publishes without an encoder's processor time. */
export async function encodeLoop(path: string, { kbps = 2_500, gopSec = 2 } = {}): Promise<void> {
  const encoder = startFfmpeg([
    `-f lavfi -i testsrc2=size=1280x720:rate=${benchFps}:duration=10,noise=alls=12:allf=t`,
    '-f lavfi -i sine=frequency=440:sample_rate=48000:duration=10',
    videoCodec(kbps, gopSec),
    audioCodec(),
    `-f flv -y ${path}`,
  ])
  if (encoder.child.exitCode === null) await once(encoder.child, 'close')
  if (encoder.child.exitCode !== 0) throw new Error(encoder.log())
}

export function startLoop(path: string, url: string): Encoder {
  return startFfmpeg([`-re -stream_loop -1 -i ${path} -c copy -f flv ${url}`])
}

/** Publishes a small moving picture whose strip flashes with a beep every few seconds. Its sound has a sample rate whose frames are no whole milliseconds. */
export function startFlashes(url: string): Encoder {
  const strip = `drawbox=y=ih*${codeShare}:w=iw:h=ih*${flashShare}:t=fill`
  const isOn = `lt(mod(t\\,${flashEverySec})\\,${flashSec})`
  return startFfmpeg([
    `-re -f lavfi -i testsrc2=size=640x360:rate=${benchFps},${strip}:c=black,${strip}:c=white:enable='${isOn}'`,
    `-re -f lavfi -i aevalsrc='if(${isOn}\\,0.5*sin(2*PI*1000*t)\\,0)':s=44100`,
    videoCodec(800, 2),
    audioCodec(44_100),
    `-f flv ${url}`,
  ])
}
