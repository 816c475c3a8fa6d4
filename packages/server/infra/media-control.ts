import { urlOfControl } from '../config/parsers.ts'

/** The paths of a MediaMTX server are read in pages of so many, up to so many pages. */
const [pageSize, maxPages] = [1_000, 100]
const maxAnswerBytes = 4_000_000

/** Has a media server cut the encoders that publish under a stream key. Returns how many there were. Throws when it does not answer as it should. */
export async function cutEncoder(control: string, streamKey: string, signal: AbortSignal): Promise<number> {
  const url = urlOfControl(control)
  return control.startsWith('nginx-rtmp') ? cutAtNginx(url, streamKey, signal) : cutAtMediaMtx(url, streamKey, signal)
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
    const { pageCount, items } = parsePaths(await call('GET', target, signal))
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

type PathList = {
  pageCount: number
  items: { name: string; source: { type: string; id: string } | null }[]
}

/** Errors do not quote the answer, which has stream keys. */
function parsePaths(answer: string): PathList {
  try {
    const list = JSON.parse(answer) as Partial<PathList>
    if (typeof list.pageCount === 'number' && Array.isArray(list.items)) return list as PathList
  } catch {}
  throw new Error('the answer is no list of paths')
}

function below(url: string, path: string): URL {
  const target = new URL(url)
  target.pathname = `${target.pathname.replace(/\/$/, '')}/${path}`
  return target
}

/** The text of a successful answer. Errors do not contain the URL, which has the stream key and a password. */
async function call(method: string, target: URL, signal: AbortSignal): Promise<string> {
  const { username, password } = target
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  target.username = target.password = ''
  const headers = username === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
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
