import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** How a viewer without a browser follows a live: low-latency HLS, HLS of whole segments, or FLV in one endless response. */
export type FollowKind = 'low latency' | 'segments' | 'flv'
export type Followed = { requests: number; bytes: number; files: number }

class LoadError extends Error {
  readonly status: number | undefined

  constructor(message: string, status: number | undefined) {
    super(message)
    this.status = status
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/** Follows a live until the signal, and counts in `followed`. `url`: of the playlist with the segments, or of the FLV. */
export async function follow(
  kind: FollowKind,
  url: string,
  { followed, signal }: { followed: Followed; signal: AbortSignal },
): Promise<void> {
  const run = { 'low latency': followParts, segments: followSegments, flv: followFlv }[kind]
  await run(url, followed, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** Waits in the request of the next part, as players do, and loads each part. */
async function followParts(url: string, followed: Followed, signal: AbortSignal): Promise<void> {
  let last: [sequence: number, part: number] | null = null
  let query = ''
  while (!signal.aborted) {
    const playlist = String(await load(url + query, followed, signal).catch(ignoreUnavailable))
    if (playlist === '') {
      await wait(1_000, null, { signal })
      continue
    }
    const hint = /#EXT-X-PRELOAD-HINT:TYPE=PART,URI="(\d+)\.(\d+)\.m4s"/.exec(playlist)
    if (hint === null) return
    query = `?_HLS_msn=${hint[1]}&_HLS_part=${hint[2]}`
    const parts = [...playlist.matchAll(/#EXT-X-PART:.*URI="((\d+)\.(\d+)\.m4s)"/g)]
    // A viewer begins with the last one.
    for (const [, file = '', sequence, part] of last === null ? parts.slice(-1) : parts) {
      const at: [number, number] = [Number(sequence), Number(part)]
      if (last !== null && (at[0] < last[0] || (at[0] === last[0] && at[1] <= last[1]))) continue
      last = at
      await load(new URL(file, url).href, followed, signal)
      followed.files++
    }
  }
}

/** A live of which nothing came for a while is asked for again. */
function ignoreUnavailable(error: unknown): '' {
  if (error instanceof LoadError && error.status === 503) return ''
  throw error
}

/** Asks for the playlist once in a target duration, or in half of one if it had nothing new (RFC 8216, 6.3.4). */
async function followSegments(url: string, followed: Followed, signal: AbortSignal): Promise<void> {
  let last = ''
  while (!signal.aborted) {
    const playlist = String(await load(url, followed, signal))
    const targetSec = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(playlist)?.[1] ?? 1)
    const files = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const fresh = last === '' ? files.slice(-1) : files.slice(files.indexOf(last) + 1)
    for (const file of fresh) {
      await load(new URL(file, url).href, followed, signal)
      followed.files++
    }
    last = files.at(-1) ?? last
    await wait((targetSec * 1_000) / (fresh.length > 0 ? 1 : 2), null, { signal })
  }
}

async function followFlv(url: string, followed: Followed, signal: AbortSignal): Promise<void> {
  await load(url, followed, signal)
}

/** The body of a response. An FLV, which does not end, is only counted. */
export function load(url: string, followed: Followed, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  followed.requests++
  const request = get(url, { agent, signal }, (response) => {
    const isEndless = response.headers['content-type'] === 'video/x-flv'
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => {
      followed.bytes += chunk.length
      if (!isEndless) chunks.push(chunk)
    })
    response.on('error', reject)
    response.on('end', () => {
      if (response.statusCode === 200) resolve(Buffer.concat(chunks))
      else reject(new LoadError(`${url}: ${response.statusCode}`, response.statusCode))
    })
  })
  request.on('error', reject)
  return promise
}
