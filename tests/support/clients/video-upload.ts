import assert from 'node:assert/strict'
import type { Reader } from '@onair/server/infra/db/db.ts'
import { Agent, request, RetryAgent } from 'undici'
import type { HttpBrowser } from './http-browser.ts'
import { eventually } from '../eventually.ts'
import { sendRequest } from './send-request.ts'

/** The configuration of 320 × 180 pixels in H.264, as x264 writes it. */
export const avcC = Buffer.from(
  '0142c00bffe100196742c00bd901419f9f011000000300100000030140f142a48001000568cb83cb20',
  'hex',
)
/** AAC-LC of 48 kHz in stereo. */
export const aacConfig = Buffer.from([0x11, 0x90])
export const opusHead = Buffer.from('OpusHead\x01\x02\x38\x01\x80\xbb\0\0\0\0\0', 'latin1')

export type Packet = {
  kind: 'avc' | 'aac' | 'opus'
  isKey?: boolean
  isConfiguration?: boolean
  rendition?: number
  /** Milliseconds. */
  at?: number
  durationMs?: number
  data: Buffer
}

/** A batch in the format of an upload. */
export function batchOf(packets: readonly Packet[]): Buffer {
  return Buffer.concat(
    packets.flatMap(({ kind, isKey, isConfiguration, rendition = 0, at = 0, durationMs = 40, data }) => {
      const head = Buffer.alloc(20)
      head[0] = ['avc', 'aac', 'opus'].indexOf(kind)
      head[1] = Number(isKey ?? false) + 2 * Number(isConfiguration ?? false)
      head[2] = rendition
      head.writeUInt32BE(data.length, 4)
      head.writeUInt32BE(durationMs * 1_000, 8)
      head.writeDoubleBE(at * 1_000, 12)
      return [head, data]
    }),
  )
}

/** A frame whose slice cannot be decoded: servers do not look into it. */
export function frameOf(isKey: boolean, bytes = 200): Buffer {
  const data = Buffer.alloc(4 + bytes, 7)
  data.writeUInt32BE(bytes, 0)
  data[4] = isKey ? 0x65 : 0x41
  return data
}

/** 320 ms of 25 frames per second, with a key frame each second, and audio. */
export function pictureBatch(n: number, { rendition = 0, hasAudio = true, bytes = 200 } = {}): Buffer {
  const packets: Packet[] = []
  for (let index = n * 8; index < n * 8 + 8; index++) {
    const isKey = index % 25 === 0
    if (isKey) packets.push({ kind: 'avc', isConfiguration: true, rendition, data: avcC })
    if (isKey && hasAudio) packets.push({ kind: 'aac', isConfiguration: true, data: aacConfig })
    packets.push({ kind: 'avc', isKey, rendition, at: index * 40, data: frameOf(isKey, bytes) })
    if (hasAudio) packets.push({ kind: 'aac', isKey: true, at: index * 40, data: Buffer.alloc(60, 3) })
  }
  return batchOf(packets)
}

/**
 * The server closes connections that are idle for 5 seconds. When the process of a test stands still for as long, it has not
 * read yet that the one that it uses next is closed: the batch is sent once more. One that makes the server close its
 * connection fails the second time.
 */
const uploads = new RetryAgent(new Agent(), {
  maxRetries: 1,
  minTimeout: 1,
  statusCodes: [],
  errorCodes: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
})

export type Upload = Awaited<ReturnType<typeof openUpload>>

/** Opens the upload of a page, and sends batches as it does. */
export async function openUpload(browser: Pick<HttpBrowser, 'callConsole'>, fields: object = {}) {
  const { status, body } = await browser.callConsole('POST', '/live/video', {
    video: [{ width: 320, height: 180 }],
    audio: true,
    ...fields,
  })
  assert.equal(status, 200, JSON.stringify(body))
  const { uploadUrl, token } = body.content as { uploadUrl: string; token: string }
  const put = async (n: number | string, batch: Buffer = pictureBatch(Number(n)), query = '') => {
    const response = await request(`${uploadUrl}/${n}${query}`, {
      dispatcher: uploads,
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: batch,
    })
    return { status: response.statusCode, body: (await response.body.json()) as any }
  }
  return {
    ...(body.content as { liveId: number; uploadUrl: string; token: string }),
    put,
    /** Sends batches that must be accepted. */
    async send(from: number, count: number) {
      for (let n = from; n < from + count; n++) assert.equal((await put(n)).status, 200, `batch ${n}`)
    },
  }
}

/** Waits until the last live has a recording. A live that ends before has none. */
export async function recordingBegun(db: Reader): Promise<void> {
  const isBegun = async () => {
    const lives = db.selectFrom('live').select('id').orderBy('id', 'desc').limit(1)
    const rows = await db.selectFrom('recording').where('live_id', 'in', lives).select('id').execute()
    return rows.length > 0
  }
  await eventually(isBegun)
}

/** Loads a playlist or a segment. */
export async function load(url: string, headers: Record<string, string> = {}) {
  const { text, ...response } = await sendRequest(url, { method: 'GET', headers })
  return { ...response, text }
}
