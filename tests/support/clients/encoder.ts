import { execFile, spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

/** False, or why tests with a real encoder are skipped. */
export const noEncoder = spawnSync('ffmpeg', ['-version']).error === undefined ? false : 'ffmpeg is not installed'

type EncoderOptions = {
  url: string
  seconds?: number
  /** Whether the encoder sends as fast as it plays, as a camera does. */
  isLive?: boolean
  /** Frames between two key frames, at 25 frames per second. */
  gop?: number
  bFrames?: number
  video?: readonly string[]
  audio?: readonly string[]
}

/** A test picture with a tone, published by ffmpeg. */
export function startEncoder({
  url,
  seconds = 6,
  isLive = false,
  gop = 25,
  bFrames = 0,
  video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', String(bFrames), '-g', String(gop)],
  audio = ['-c:a', 'aac', '-ar', '48000', '-ac', '2'],
}: EncoderOptions) {
  const pace = isLive ? ['-re'] : []
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=${seconds}`]
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  const output = ['-pix_fmt', 'yuv420p', '-keyint_min', String(gop), '-sc_threshold', '0']
  const child = spawn(
    'ffmpeg',
    ['-nostdin', '-v', 'error', ...pace, ...picture, ...pace, ...tone, ...video, ...output, ...audio, '-f', 'flv', url],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    exited,
    /** The messages of the encoder, after its end. */
    log: text(child.stderr),
    kill: () => void child.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export type DecodedStream = { codec: string; frames: number }

/** Decodes all of a playlist, and fails on any error of the decoder. */
export async function decode(url: string): Promise<{ streams: DecodedStream[]; seconds: number }> {
  const shown = 'stream=codec_name,nb_read_frames:format=duration'
  const options = ['-v', 'warning', '-count_frames', '-show_entries', shown, '-of', 'json', url]
  const { stdout, stderr } = await promisify(execFile)('ffprobe', options, { timeout: 60_000 })
  if (stderr !== '') throw new Error(stderr)
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_name: string; nb_read_frames: string }[]
    format: { duration?: string }
  }
  return {
    streams: streams.map(({ codec_name: codec, nb_read_frames: frames }) => ({ codec, frames: Number(frames) })),
    seconds: Number(format.duration ?? 0),
  }
}
