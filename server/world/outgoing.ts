import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, getCACertificates } from 'node:tls'
import { Client } from 'undici'
import { textOfCause, textOfWhy, type Why } from '@onair/contract'
import { type AddressRules, refusalToReach, type Target, targetOf } from './address-guard.ts'
import type { Clock } from './clock.ts'
import { type ResolveHost, resolveHost } from './resolve-host.ts'

/** HTTP to addresses that strangers chose: one connection, one exchange, one deadline, and never to the inside. */
export type Outgoing = {
  send(message: OutgoingMessage): Promise<Answer | Failure>
  /** Why nothing will ever be sent to this URL, or null; what its name leads to is looked at anew at each sending. */
  refusalOf(url: string): Why | null
}

export type OutgoingMessage = {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** For the whole exchange, from looking up the name to the last byte that is read. */
  deadlineMs: number
  maxAnswerBytes?: number
  signal?: AbortSignal
}

/** An answer of any status. The body is as it came, never unpacked, and ends at `maxAnswerBytes`. */
export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  truncated: boolean
  tookMs: number
}

/** No whole answer: the step that failed, or what ended it. There is a status when the answer had begun. */
export type Failure = { failed: Step | 'deadline' | 'stopped'; reason: string; status?: number; tookMs: number }

type Step = 'refused address' | 'name' | 'connect' | 'tls' | 'answer'
type Progress = { step: Step; status?: number }

export type OutgoingOptions = AddressRules & {
  clock: Pick<Clock, 'after' | 'real'>
  /** A certificate authority of one's own, in PEM, trusted besides the public ones. */
  extraCa?: string
  resolve?: ResolveHost
}

export function outgoing({ clock, extraCa, resolve = resolveHost, ...rules }: OutgoingOptions): Outgoing {
  const secureContext = createSecureContext(extraCa === undefined ? {} : { ca: [...getCACertificates(), extraCa] })

  const exchange = async (message: OutgoingMessage, progress: Progress, signal: AbortSignal) => {
    signal.throwIfAborted()
    const target = targetOf(message.url, rules)
    if ('refused' in target) throw new Error(textOfWhy(target.refused))

    progress.step = 'name'
    const addresses = isIP(target.host) ? [target.host] : await unlessAborted(resolve(target.host, signal), signal)
    progress.step = 'refused address'
    const refusal = refusalToReach(target, addresses)
    if (refusal !== null) throw new Error(textOfWhy(refusal))

    await using opened = new AsyncDisposableStack()
    progress.step = 'connect'
    let socket = opened.adopt(quiet(dial(target, addresses)), (socket) => void socket.destroy())
    await once(socket, 'connect', { signal })
    if (target.url.protocol === 'https:') {
      progress.step = 'tls'
      const name = { host: target.host, servername: isIP(target.host) ? '' : target.host }
      socket = quiet(connectTls({ socket, ...name, secureContext, rejectUnauthorized: true }))
      await once(socket, 'secureConnect', { signal })
    }
    progress.step = 'answer'
    const client = opened.adopt(clientOver(socket, target), (client) => client.destroy())
    return await ask(client, target, message, progress, signal)
  }
  return {
    refusalOf(url) {
      const target = targetOf(url, rules)
      if ('refused' in target) return target.refused
      return isIP(target.host) ? refusalToReach(target, [target.host]) : null
    },
    async send(message) {
      const startedAt = clock.real()
      const late = new AbortController()
      using _ = clock.after(message.deadlineMs, () => late.abort(new Error('the deadline')))
      const signal = message.signal ? AbortSignal.any([late.signal, message.signal]) : late.signal
      const progress: Progress = { step: 'refused address' }
      try {
        const answer = await exchange(message, progress, signal)
        return { ...answer, tookMs: clock.real() - startedAt }
      } catch (error) {
        const ended = late.signal.aborted ? 'deadline' : signal.aborted ? 'stopped' : undefined
        return {
          failed: ended ?? progress.step,
          reason: ended ? `during: ${progress.step}` : wordsOf(error),
          ...(progress.status !== undefined && { status: progress.status }),
          tookMs: clock.real() - startedAt,
        }
      }
    },
  }
}

/** Begins to connect to the addresses that were judged and to no others, whatever the name says by now. */
function dial({ host, url }: Target, addresses: string[]): Socket {
  const judged = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, _options, tell) => tell(null, judged)
  const port = url.port === '' ? defaultPort(url) : Number(url.port)
  return connect({ host, port, lookup, autoSelectFamily: true, noDelay: true })
}

function defaultPort(url: URL): number {
  return url.protocol === 'https:' ? 443 : 80
}

/** An HTTP client that speaks over this socket and cannot open another. */
function clientOver(socket: Socket, { url }: Target): Client {
  let used = false
  return new Client(url.origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    // Told within the call the client would not notice, so it is told right after.
    connect: (_options, tell) =>
      process.nextTick(() => {
        if (used || socket.destroyed) return tell(new Error('the connection was closed'), null)
        used = true
        tell(null, socket)
      }),
  })
}

/** How many answers of 1xx may come before the answer. */
const provisionalAtMost = 10

async function ask(client: Client, { url }: Target, message: OutgoingMessage, progress: Progress, signal: AbortSignal) {
  const { method, headers = {}, body = null, maxAnswerBytes = 65_536 } = message
  const path = url.pathname + url.search
  let provisional = 0
  const onInfo = () => {
    provisional += 1
    if (provisional > provisionalAtMost) void client.destroy(new Error('provisional answers without end'))
  }
  const answer = await client.request({ path, method, headers, body, signal, reset: true, onInfo })
  progress.status = answer.statusCode

  const chunks: Buffer[] = []
  let left = maxAnswerBytes
  let truncated = false
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, left))
    truncated = chunk.length > left
    left -= Math.min(left, chunk.length)
    if (truncated) break
  }
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks), truncated }
}

/** A socket is always waited on by one who hears its errors; what comes in between, or after the end, is of no interest. */
function quiet(socket: Socket): Socket {
  return socket.on('error', () => {})
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(wordsOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const { code = '', address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  const cause = codes[code]
  if (cause === undefined) return error.message
  return textOfCause(cause, { place: address === undefined ? 'the address' : `${address}:${port}`, code })
}

/** What the system says, by its code. */
const codes: Readonly<Record<string, 'NOTHING_LISTENS' | 'HUNG_UP' | 'NO_WAY_THERE' | 'NOBODY_ANSWERED'>> = {
  ECONNREFUSED: 'NOTHING_LISTENS',
  ECONNRESET: 'HUNG_UP',
  EPIPE: 'HUNG_UP',
  UND_ERR_SOCKET: 'HUNG_UP',
  EHOSTUNREACH: 'NO_WAY_THERE',
  ENETUNREACH: 'NO_WAY_THERE',
  ETIMEDOUT: 'NOBODY_ANSWERED',
}
