import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../../tests/support/seeded-random.ts'
import { rtmpSession, sendRtmp } from '../../tests/support/clients/rtmp-client.ts'
import { pictureBatch } from '../../tests/support/clients/video-upload.ts'
import { mutateBytes, mutateRtmpSession } from '../../tests/support/inputs/mutated-bytes.ts'

export type Attack = 'flood' | 'mutated' | 'oversized' | 'slow' | 'paths' | 'rtmp' | 'rtmp silent'
export type Target = { uploadUrl: string; token: string; mediaUrl: string; rtmpPort: number; streamKey: string }
/** How often each result came: a status, or how a connection ended. */
export type AttackReport = Record<string, number>

// Attacks a server in one way for so many seconds. The addresses are not those of the others, whose calls are measured.
const [attack = 'flood', json = '{}', seconds = '5', seed = '1'] = process.argv.slice(2)
const { uploadUrl, token, mediaUrl, rtmpPort, streamKey } = JSON.parse(json) as Target
const localAddress = '127.0.0.2'
const endsAt = performance.now() + Number(seconds) * 1_000
const dice = seededRandom(Number(seed))
const counts: AttackReport = {}
let number = 0

const runs: Record<Attack, () => Promise<void>> = {
  flood: () => repeatBy(64, () => put(Buffer.alloc(20_000, 7))),
  // As fast as a page may send.
  mutated: () =>
    repeatBy(1, async () => void (await Promise.all([put(mutateBytes(pictureBatch(number), dice)), wait(70)]))),
  oversized: () => repeatBy(8, async () => void (await Promise.all([put(Buffer.alloc(20_000_000)), putEndless()]))),
  slow: () => repeatBy(200, dribble),
  paths: () => repeatBy(32, () => send('GET', pickPath())),
  rtmp: () =>
    repeatBy(16, async () => {
      await sendRtmp(rtmpPort, mutateRtmpSession(rtmpSession(streamKey), dice))
      count('ended')
    }),
  'rtmp silent': () => repeatBy(300, () => hold(rtmpPort, Buffer.concat([Buffer.from([3]), Buffer.alloc(1_536)]))),
}
await Promise.race([runs[attack as Attack](), wait(Number(seconds) * 1_000 + 2_000)])
console.log(JSON.stringify(counts))
process.exit()

async function repeatBy(concurrency: number, run: () => Promise<void>): Promise<void> {
  const repeat = async () => {
    while (performance.now() < endsAt) await run()
  }
  await Promise.all(Array.from({ length: concurrency }, repeat))
}

function count(result: string | number | undefined): void {
  counts[String(result)] = (counts[String(result)] ?? 0) + 1
}

function put(body: Buffer): Promise<void> {
  return send('PUT', `${uploadUrl}/${number++}?gap=1`, (upload) => upload.end(body), { 'content-length': body.length })
}

/** A body without a length, which ends with the connection. */
function putEndless(): Promise<void> {
  return send('PUT', `${uploadUrl}/${number++}?gap=1`, (upload) => {
    const write = () => {
      if (!upload.destroyed) upload.write(Buffer.alloc(65_536), (error) => error ?? setImmediate(write))
    }
    write()
  })
}

/** A body of which a byte comes each second. */
function dribble(): Promise<void> {
  return send(
    'PUT',
    `${uploadUrl}/${number++}?gap=1`,
    (upload) => {
      const timer = setInterval(() => upload.write('x'), 1_000)
      upload.once('close', () => clearInterval(timer))
    },
    { 'content-length': 2_000_000 },
  )
}

function send(
  method: string,
  url: string,
  write: (upload: ReturnType<typeof request>) => void = (upload) => upload.end(),
  headers: Record<string, string | number> = {},
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const authorization = `Bearer ${token}`
  const type = 'application/octet-stream'
  const upload = request(url, { method, localAddress, headers: { authorization, 'content-type': type, ...headers } })
  upload.on('response', (response) => {
    count(response.statusCode)
    response.resume().on('close', () => upload.destroy())
  })
  upload.on('error', () => count('connection closed'))
  upload.on('close', () => resolve())
  write(upload)
  return promise
}

function pickPath(): string {
  const file = dice.pick([
    '0/99999.m4s',
    '0/0.m4s',
    '9/index.m3u8',
    '0/..%2f..%2fetc%2fpasswd',
    '%00',
    '0/index.m3u8?_HLS_msn=9e9',
  ])
  return `${dice.chance(0.5) ? mediaUrl : mediaUrl.replace(/[\w-]+$/, randomUUID())}/${file}`
}

/** Holds a connection as long as the server does. */
function hold(port: number, bytes: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('connect', () => socket.write(bytes))
  socket.on('error', () => {})
  socket.on('close', () => {
    count('closed')
    // A client that is refused at once does not come back at once.
    setTimeout(resolve, 100)
  })
  socket.resume()
  return promise
}
