import { setTimeout as wait } from 'node:timers/promises'
import { httpBrowser } from '../clients/http-browser.ts'
import { openPollingClient } from '../clients/polling-client.ts'
import { openRawClient } from '../clients/raw-client.ts'
import { openTestApp } from '../apps/test-app.ts'
import { openViewerUrl } from '../clients/viewer-client.ts'
import { worstTexts } from './worst-texts.ts'

/** `open` connects, and returns what sends the input and waits until it is read. */
type WorstFrame = { name: string; open: () => Promise<() => Promise<unknown>> }

/** A gateway reads as much of a frame and of the body of a poll. */
const frameBytes = 64 * 1024 - 100
const headBytes = 14_000

/** The prefixes of the packets that a client may send. Engine.IO 3, Socket.IO 2. */
const packetPrefixes = [
  '',
  '1',
  '2',
  '4',
  '40',
  '40/',
  '41',
  '42',
  '42["',
  '42/',
  '43',
  '44"',
  '451-["',
  '46',
  '5',
  '6',
  'b4',
]

/** Frames of websockets, bodies of polls, and queries of both, each on a connection of its own. */
export async function openWorstFrames() {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } }))
  const { channelId } = await testApp.createFixture()
  const opened = opening.move()
  let networks = 0

  /** A URL for a guest of a network of its own, because the sockets of a network are limited. */
  const openUrl = () => {
    const browser = httpBrowser(testApp.url)
    const address = `10.0.${networks >> 8}.${networks++ & 255}`
    return openViewerUrl(
      { callConsole: (method, path, json) => browser.callConsole(method, path, json, { 'x-forwarded-for': address }) },
      channelId,
    )
  }

  const socketFrame = (name: string, frame: string | Buffer): WorstFrame => ({
    name: `frame ${name}`,
    async open() {
      const client = openRawClient(await openUrl())
      await client.read(3)
      return async () => {
        client.send(frame)
        client.send('2 after it')
        await client.read(1)
        client.socket.terminate()
      }
    },
  })
  const post = (name: string, body: string | Buffer, type?: string, query?: string): WorstFrame => ({
    name: `poll ${name}`,
    async open() {
      const { searchParams } = new URL(await openUrl())
      const client = await openPollingClient(testApp.url, searchParams.get('auth') ?? '')
      return () => client.post(body, type, query)
    },
  })

  return {
    inputs: listInputs(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }

  function* listInputs(): Generator<WorstFrame> {
    for (const [kind, text] of Object.entries(worstTexts)) {
      for (const prefix of packetPrefixes) {
        const packet = prefix + cutBytes(text, frameBytes - prefix.length)
        yield socketFrame(`${prefix} of ${kind}`, packet)
      }
      yield post(`of ${kind}`, cutBytes(text, frameBytes))
      yield post(`of a packet of ${kind}`, lengthPrefixed(`2${cutBytes(text, frameBytes - 20)}`))
      yield post(`of a form of ${kind}`, `d=${cutBytes(text, frameBytes)}`, 'application/x-www-form-urlencoded', '&j=0')
    }
    for (const [name, part] of Object.entries(byteParts)) {
      const bytes = Buffer.alloc(frameBytes, part)
      yield socketFrame(`of bytes ${name}`, bytes)
      yield post(`of bytes ${name}`, bytes)
    }
    for (const part of ['1:2', '0:', '2:b4', ':', '1', '\\n', '\\\\n'])
      yield post(`of ${part}`, part.repeat(frameBytes / part.length))
    yield post('of escapes in a form', `d=${'\\n'.repeat(30_000)}`, 'application/x-www-form-urlencoded', '&j=0')
    for (const part of ['&', '=', '%', 'a&', 'sid=', 'j=1&', '+'])
      yield { name: `query of ${part}`, open: async () => () => request(part.repeat(headBytes / part.length)) }
  }

  async function request(query: string) {
    await fetch(`${testApp.url}/socket.io/?EIO=3&transport=polling&${query}`)
    const client = openRawClient(`${testApp.url.replace('http', 'ws')}/socket.io/?EIO=3&transport=websocket&${query}`)
    await Promise.race([client.readUntilClose(), wait(20_000, null, { ref: false })])
    client.socket.terminate()
  }
}

const byteParts = {
  zeros: Buffer.from([0]),
  ends: Buffer.from([0xff]),
  'empty packets': Buffer.from([0, 0, 0xff]),
  'short packets': Buffer.from([0, 1, 0xff, 0x32]),
  digits: Buffer.from([0, 9]),
  text: Buffer.from([4]),
}

function lengthPrefixed(packet: string): string {
  return `${packet.length}:${packet}`
}

function cutBytes(text: (length: number) => string, bytes: number): string {
  const size = Buffer.byteLength(text(1_000))
  return text(Math.floor((bytes / size) * 1_000)).replace(/[\ud800-\udbff]$/, '')
}
