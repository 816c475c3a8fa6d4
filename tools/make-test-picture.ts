import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import process from 'node:process'

// Makes the test picture of the sandbox with ffmpeg: `node tools/make-test-picture.ts`. The picture and the tone begin again
// after 10.24 seconds, which are 256 frames and 480 frames of AAC. The second of two rounds is taken, in which the encoders
// continue the first.

const seconds = 10.24
const file = 'packages/sandbox/assets/test-picture.bin'
const round = `2*PI*t/${seconds}`
// Dark, so that what is over the picture leads: a grid with the colours of the test card of the console, and steps of grey.
const colors = ['e8e6df', 'e3c44c', '3fb8b4', '4fae5b', 'b3549e', 'cf3f45', '3a56b5']
const boxes = [
  ...colors.map((color, index) => `drawbox=${40 + 80 * index}:140:80:80:0x${color}:fill`),
  ...Array.from({ length: 14 }, (_, index) => `drawbox=${40 + 40 * index}:220:40:20:white@${index / 14}:fill`),
]
const ground = 'color=0x16171a:size=640x360:rate=25,format=rgb24,drawgrid=w=40:h=40:t=1:c=white@0.07'
const bars = [ground, ...boxes].join(',')
const ring = `color=white:size=640x360:rate=25,trim=end_frame=1,format=rgba,geq=r=255:g=255:b=255:a='70*lt(abs(hypot(X-320,Y-180)-160),1.1)',loop=-1:1`
const ball = `color=white:size=36x36:rate=25,format=rgba,geq=r=255:g=255:b=255:a='255*lt(hypot(X-18,Y-18),17)'`
const sweep = `color=black@0.55:size=10x100:rate=25,format=rgba`
const picture = [
  `[0][4]overlay=shortest=1[card]`,
  `[card][1]overlay=x='302+270*sin(${round})':y='162+70*cos(${round}*2)':shortest=1[ball]`,
  `[ball][2]overlay=x='40+mod(t,1.28)/1.28*550':y=140:shortest=1,format=yuv420p[out]`,
].join(';')
const tone = `aevalsrc='0.06*sin(2*PI*437.5*t)*lt(mod(t,1.28),0.12)':sample_rate=48000`

const sources = [bars, ball, sweep, tone, ring].flatMap((source) => ['-f', 'lavfi', '-i', source])
const video = ['-c:v', 'libx264', '-preset', 'veryslow', '-profile:v', 'main', '-crf', '29', '-bf', '0']
const keyFrames = ['-g', '32', '-keyint_min', '32', '-sc_threshold', '0', '-x264-params', 'info=0']
const audio = ['-c:a', 'aac', '-b:a', '40k', '-ac', '1']
const length = ['-t', String(2 * seconds + 0.5), '-fflags', '+bitexact', '-flags', '+bitexact']
const output = ['-map', '[out]', '-map', '3:a', ...video, ...keyFrames, ...audio, ...length, '-f', 'flv', '-']
const { stdout, stderr, status } = spawnSync(
  'ffmpeg',
  ['-v', 'error', ...sources, '-filter_complex', picture, ...output],
  { maxBuffer: 64 * 1_048_576 },
)
if (status !== 0) throw new Error(String(stderr))

type Tag = { type: number; body: Buffer }

function* readTags(flv: Buffer): Generator<Tag> {
  for (let at = 13; at + 15 <= flv.length;) {
    const size = flv.readUIntBE(at + 1, 3)
    yield { type: flv.readUInt8(at), body: flv.subarray(at + 11, at + 11 + size) }
    at += 15 + size
  }
}

/** A packet of a batch, as `packages/server/features/video/batch.ts` reads it. Times are in microseconds. */
function packet(kind: number, flags: number, time: number, duration: number, data: Buffer): Buffer {
  const head = Buffer.alloc(20)
  head[0] = kind
  head[1] = flags
  head.writeUInt32BE(data.length, 4)
  head.writeUInt32BE(Math.round(duration), 8)
  head.writeDoubleBE(time, 12)
  return Buffer.concat([head, data])
}

const tags = [...readTags(stdout)]
const videoTags = tags.filter(({ type }) => type === 9)
const audioTags = tags.filter(({ type }) => type === 8)
const isConfiguration = ({ body }: Tag) => body[1] === 0
const frames = videoTags.filter(({ body }) => body[1] === 1).slice(256, 512)
const sounds = audioTags.filter(({ body }) => body[1] === 1).slice(480, 960)
if (frames.length !== 256 || sounds.length !== 480 || (frames[0]?.body[0] ?? 0) >> 4 !== 1)
  throw new Error(`${frames.length} frames, ${sounds.length} of audio`)
const soundUs = 1_024e6 / 48_000
const media = [
  ...frames.map(({ body }, index) => ({
    time: index * 40_000,
    bytes: packet(0, (body[0] ?? 0) >> 4 === 1 ? 1 : 0, index * 40_000, 40_000, body.subarray(5)),
  })),
  ...sounds.map(({ body }, index) => ({
    time: index * soundUs,
    bytes: packet(1, 1, index * soundUs, soundUs, body.subarray(2)),
  })),
]
const configurations = [
  ...videoTags.filter(isConfiguration).map(({ body }) => packet(0, 2, 0, 0, body.subarray(5))),
  ...audioTags.filter(isConfiguration).map(({ body }) => packet(1, 2, 0, 0, body.subarray(2))),
]
const bytes = Buffer.concat([
  ...configurations.slice(0, 2),
  ...media.toSorted((a, b) => a.time - b.time).map((item) => item.bytes),
])
writeFileSync(file, bytes)
process.stdout.write(`${file}: ${bytes.length} bytes\n`)
