import { urlOfControl, type MediaServer } from '../config/parsers.ts'

/** Lists of a server are read in pages of so many, up to so many pages. */
const [pageSize, maxPages] = [1_000, 100]
const maxAnswerBytes = 4_000_000

type Cut = (url: string, streamKey: string, signal: AbortSignal) => Promise<number>

const cuts: Record<MediaServer, Cut> = {
  'nginx-rtmp': cutAtNginx,
  mediamtx: cutAtMediaMtx,
  srs: cutAtSrs,
  ovenmediaengine: cutAtOvenMediaEngine,
}

/** Has a media server cut the encoders that publish under a stream key. Returns how many there were. Throws when it does not answer as it should. */
export function cutEncoder(control: string, streamKey: string, signal: AbortSignal): Promise<number> {
  const server = control.slice(0, control.indexOf('+')) as MediaServer
  return cuts[server](urlOfControl(control), streamKey, signal)
}

/** The control module of nginx-rtmp answers with the number of the encoders that it dropped. */
async function cutAtNginx(url: string, streamKey: string, signal: AbortSignal): Promise<number> {
  const target = below(url, 'drop/publisher')
  target.searchParams.set('name', streamKey)
  const answer = await call('GET', target, signal)
  const dropped = Number(answer)
  if (!/^\d+\s*$/.test(answer)) throw new Error('the answer is not a number')
  return dropped
}

/** MediaMTX lists the sources of its paths. The address at which one is kicked follows from its type. */
async function cutAtMediaMtx(url: string, streamKey: string, signal: AbortSignal): Promise<number> {
  let kicked = 0
  for (let page = 0, pages = 1; page < Math.min(pages, maxPages); page++) {
    const target = below(url, 'v3/paths/list')
    target.search = `itemsPerPage=${pageSize}&page=${page}`
    const { pageCount, items } = parse<PathList>(await call('GET', target, signal), isPathList)
    pages = pageCount
    for (const { name, source } of items) {
      if (name.split('/').at(-1) !== streamKey || source === null || !/^[a-z]+(Conn|Session)$/i.test(source.type))
        continue
      await call('POST', below(url, `v3/${source.type.toLowerCase()}s/kick/${encodeURIComponent(source.id)}`), signal)
      kicked++
    }
  }
  return kicked
}

/** SRS lists streams with the client that publishes each. It answers failures with status 200 and a code. */
async function cutAtSrs(url: string, streamKey: string, signal: AbortSignal): Promise<number> {
  let kicked = 0
  for (let page = 0, isLast = false; !isLast && page < maxPages; page++) {
    const target = below(url, 'api/v1/streams/')
    target.search = `start=${page * pageSize}&count=${pageSize}`
    const { streams } = parse<SrsStreams>(await call('GET', target, signal), isSrsStreams)
    isLast = streams.length < pageSize
    for (const { name, publish } of streams) {
      if (name !== streamKey || publish?.active !== true) continue
      const client = below(url, `api/v1/clients/${encodeURIComponent(publish.cid)}`)
      parse<SrsAnswer>(await call('DELETE', client, signal), isSrsSuccess)
      kicked++
    }
  }
  return kicked
}

/** OvenMediaEngine lists the names of the streams of an application. To delete one ends the connection of its encoder. */
async function cutAtOvenMediaEngine(url: string, streamKey: string, signal: AbortSignal): Promise<number> {
  const { response } = parse<StreamNames>(await call('GET', below(url, 'streams'), signal), isStreamNames)
  if (!response.includes(streamKey)) return 0
  await call('DELETE', below(url, `streams/${encodeURIComponent(streamKey)}`), signal)
  return 1
}

type PathList = {
  pageCount: number
  items: { name: string; source: { type: string; id: string } | null }[]
}
type SrsAnswer = { code: number }
type SrsStreams = SrsAnswer & { streams: { name: string; publish?: { active: boolean; cid: string } }[] }
type StreamNames = { response: string[] }

const isPathList = ({ pageCount, items }: Partial<PathList>) => typeof pageCount === 'number' && Array.isArray(items)
const isSrsSuccess = ({ code }: Partial<SrsAnswer>) => code === 0
const isSrsStreams = ({ code, streams }: Partial<SrsStreams>) => code === 0 && Array.isArray(streams)
const isStreamNames = ({ response }: Partial<StreamNames>) => Array.isArray(response)

/** Errors do not quote the answer, which has stream keys. */
function parse<Answer>(text: string, isExpected: (answer: Partial<Answer>) => boolean): Answer {
  try {
    const answer = JSON.parse(text) as Partial<Answer>
    if (isExpected(answer)) return answer as Answer
  } catch {}
  throw new Error('the answer is not as documented')
}

function below(url: string, path: string): URL {
  const target = new URL(url)
  target.pathname = `${target.pathname.replace(/\/$/, '')}/${path}`
  return target
}

/** The text of a successful answer. Errors do not contain the URL, which has the stream key and a password. */
async function call(method: string, target: URL, signal: AbortSignal): Promise<string> {
  // An access token of OvenMediaEngine has no password.
  const login = [target.username, target.password].filter((part) => part !== '').map(decodeURIComponent)
  target.username = target.password = ''
  const authorization = `Basic ${Buffer.from(login.join(':')).toString('base64')}`
  const headers = login.length === 0 ? {} : { authorization }
  const response = await fetch(target, { method, headers, signal, redirect: 'error' }).catch((error: unknown) => {
    const { cause } = error as { cause?: NodeJS.ErrnoException }
    throw new Error(signal.aborted ? 'no answer' : (cause?.code ?? 'no connection'))
  })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  if (!response.ok) throw new Error(`status ${response.status}`)
  return Buffer.concat(chunks).toString()
}
