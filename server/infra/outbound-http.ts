import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, getCACertificates } from 'node:tls'
import { Client } from 'undici'
import type { ErrorReason, FailureCause, FailureCauseCode } from '@onair/contract'
import type { Clock } from './clock.ts'
import {
  type AddressPolicy,
  parseTarget,
  refusalForAddresses,
  resolveHost,
  type ResolveHost,
  type Target,
} from './ssrf-guard.ts'

/** HTTP to untrusted URLs: one connection, one request, one deadline, and no request to internal addresses. */
export type OutboundHttp = {
  send(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure>
  /** The error if this URL is never allowed, or null. `send` also checks the addresses that the host resolves to. */
  refusalFor(url: string): ErrorReason | null
}

export type OutboundRequest = {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Covers everything from resolving the host to the last byte read. */
  deadlineMs: number
  maxResponseBytes?: number
  signal?: AbortSignal
}

/** A response of any status. The body is not decompressed and is truncated at `maxResponseBytes`. */
export type OutboundResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  truncated: boolean
  tookMs: number
}

/** No complete response: why the request ended, and at which step. `status` is set if the response had begun. */
export type OutboundFailure = {
  failed: 'deadline' | 'aborted' | 'error'
  step: Step
  causes: readonly FailureCause[]
  status?: number
  tookMs: number
}

type Step = 'address' | 'dns' | 'connect' | 'tls' | 'response'
type Progress = { step: Step; status?: number }

export type OutboundHttpOptions = AddressPolicy & {
  clock: Pick<Clock, 'after' | 'uptime'>
  /** A certificate authority in PEM format, trusted in addition to the public ones. */
  extraCa?: string
  resolve?: ResolveHost
}

export function outboundHttp({ clock, extraCa, resolve = resolveHost, ...policy }: OutboundHttpOptions): OutboundHttp {
  const secureContext = createSecureContext(extraCa === undefined ? {} : { ca: [...getCACertificates(), extraCa] })

  const exchange = async (request: OutboundRequest, progress: Progress, signal: AbortSignal) => {
    signal.throwIfAborted()
    const target = parseTarget(request.url, policy)
    if ('refused' in target) throw new ForbiddenUrlError(target.refused)

    progress.step = 'dns'
    const addresses = target.addresses ?? (await abortable(resolve(target.host, signal), signal))
    progress.step = 'address'
    const refusal = refusalForAddresses(target, addresses)
    if (refusal !== null) throw new ForbiddenUrlError(refusal)

    await using opened = new AsyncDisposableStack()
    progress.step = 'connect'
    let socket = opened.adopt(ignoreErrors(connectTo(target, addresses)), (socket) => void socket.destroy())
    await once(socket, 'connect', { signal })
    if (target.url.protocol === 'https:') {
      progress.step = 'tls'
      const name = { host: target.host, servername: isIP(target.host) ? '' : target.host }
      socket = ignoreErrors(connectTls({ socket, ...name, secureContext, rejectUnauthorized: true }))
      await once(socket, 'secureConnect', { signal })
    }
    progress.step = 'response'
    const client = opened.adopt(clientForSocket(socket, target), (client) => client.destroy())
    return await sendRequest(client, target, request, progress, signal)
  }
  return {
    refusalFor(url) {
      const target = parseTarget(url, policy)
      if ('refused' in target) return target.refused
      return target.addresses && refusalForAddresses(target, target.addresses)
    },
    async send(request) {
      const startedAt = clock.uptime()
      const deadline = new AbortController()
      using _ = clock.after(request.deadlineMs, () => deadline.abort(new Error('deadline exceeded')))
      const signal = request.signal ? AbortSignal.any([deadline.signal, request.signal]) : deadline.signal
      const progress: Progress = { step: 'address' }
      try {
        const response = await exchange(request, progress, signal)
        return { ...response, tookMs: clock.uptime() - startedAt }
      } catch (error) {
        const failed = deadline.signal.aborted ? 'deadline' : signal.aborted ? 'aborted' : 'error'
        return {
          failed,
          step: progress.step,
          causes: failed === 'error' ? causesOf(error, request.url) : [],
          ...(progress.status !== undefined && { status: progress.status }),
          tookMs: clock.uptime() - startedAt,
        }
      }
    },
  }
}

/** Connects to the checked addresses only. The host is not resolved again, so a changed DNS record has no effect. */
function connectTo({ host, url }: Target, addresses: string[]): Socket {
  const allowed = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, allowed)
  const port = url.port === '' ? defaultPort(url) : Number(url.port)
  return connect({ host, port, lookup, autoSelectFamily: true, noDelay: true })
}

function defaultPort(url: URL): number {
  return url.protocol === 'https:' ? 443 : 80
}

/** An HTTP client that uses this socket and cannot open another. */
function clientForSocket(socket: Socket, { url }: Target): Client {
  let used = false
  return new Client(url.origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    // undici ignores a callback that runs synchronously.
    connect: (_options, callback) =>
      process.nextTick(() => {
        if (used || socket.destroyed) return callback(new Error('the connection was closed'), null)
        used = true
        callback(null, socket)
      }),
  })
}

/** Limit of 1xx responses before the final response. */
const maxInformationalResponses = 10

async function sendRequest(
  client: Client,
  { url }: Target,
  request: OutboundRequest,
  progress: Progress,
  signal: AbortSignal,
) {
  const { method, headers = {}, body = null, maxResponseBytes = 65_536 } = request
  const path = url.pathname + url.search
  let informationalCount = 0
  const onInfo = () => {
    informationalCount += 1
    if (informationalCount > maxInformationalResponses)
      void client.destroy(new Error('too many informational responses'))
  }
  const response = await client.request({ path, method, headers, body, signal, reset: true, onInfo })
  progress.status = response.statusCode

  const chunks: Buffer[] = []
  let remaining = maxResponseBytes
  let truncated = false
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, remaining))
    truncated = chunk.length > remaining
    remaining -= Math.min(remaining, chunk.length)
    if (truncated) break
  }
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks), truncated }
}

/** Errors reject the awaited operation. Without a listener, errors at other times would end the process. */
function ignoreErrors(socket: Socket): Socket {
  return socket.on('error', () => {})
}

async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

class ForbiddenUrlError extends Error {
  readonly reason: ErrorReason
  constructor(reason: ErrorReason) {
    super(reason.code)
    this.reason = reason
  }
}

/** One cause for each address that was tried. */
function causesOf(error: unknown, url: string): FailureCause[] {
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.flatMap((one) => causesOf(one, url))
  if (error instanceof ForbiddenUrlError) return [error.reason as FailureCause]
  const { code = '', address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  const causeCode = causeCodeByErrno[code]
  if (causeCode === undefined) return [{ code: 'SYSTEM_ERROR', params: { message: storableText(errorText(error)) } }]
  const target = address === undefined ? new URL(url).host : `${address}:${port}`
  return [{ code: causeCode, params: { address: target, systemCode: code } }]
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** PostgreSQL's jsonb takes neither NUL nor half of a surrogate pair. */
function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

const causeCodeByErrno: Readonly<
  Record<
    string,
    Extract<FailureCauseCode, 'CONNECTION_REFUSED' | 'CONNECTION_RESET' | 'HOST_UNREACHABLE' | 'CONNECT_TIMEOUT'>
  >
> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_RESET',
  EPIPE: 'CONNECTION_RESET',
  UND_ERR_SOCKET: 'CONNECTION_RESET',
  EHOSTUNREACH: 'HOST_UNREACHABLE',
  ENETUNREACH: 'HOST_UNREACHABLE',
  ETIMEDOUT: 'CONNECT_TIMEOUT',
}
