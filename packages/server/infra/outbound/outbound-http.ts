import { once } from 'node:events'
import { createSecureContext, getCACertificates } from 'node:tls'
import type { ErrorReason, FailureCause, FailureCauseCode } from '@onair/contract'
import type { Clock } from '../clock.ts'
import { abortable, connectTo, secure } from './connect-to.ts'
import { IdleConnections, OutboundConnection, type ReceivedResponse } from './outbound-connection.ts'
import {
  type AddressPolicy,
  parseTarget,
  refusalForAddresses,
  resolveHost,
  type ResolveHost,
  type Target,
} from './ssrf-guard.ts'

/** HTTP to untrusted URLs: one deadline for each request, no redirects, and no request to internal addresses. */
export type OutboundHttp = Disposable & {
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
  let secureContext = extraCa === undefined ? null : createSecureContext({ ca: [...getCACertificates(), extraCa] })
  const idleConnections = new IdleConnections(clock)

  /** The addresses of a kept connection were checked when it was opened, so it is used without resolving the host. */
  const exchange = async (request: OutboundRequest, progress: Progress, signal: AbortSignal) => {
    signal.throwIfAborted()
    const target = parseTarget(request.url, policy)
    if ('refusal' in target) throw new ForbiddenUrlError(target.refusal)
    const key = `${target.url.origin} ${target.addresses?.join() ?? ''}`
    const idle = idleConnections.acquire(key)
    const { connection, reserved } =
      idle === null ? await open(target, key, progress, signal) : { connection: idle, reserved: null }
    progress.step = 'response'
    try {
      return await sendRequest(connection, target, request, progress, signal)
    } finally {
      idleConnections.release(connection, reserved)
    }
  }

  const open = async (target: Target, key: string, progress: Progress, signal: AbortSignal) => {
    progress.step = 'dns'
    const addresses = target.addresses ?? (await abortable(resolve(target.host, signal), signal))
    const checkedAt = clock.uptime()
    progress.step = 'address'
    const refusal = refusalForAddresses(target, addresses)
    if (refusal !== null) throw new ForbiddenUrlError(refusal)

    await using opening = new AsyncDisposableStack()
    const reserved = idleConnections.reserve(key)
    opening.defer(() => idleConnections.forget(reserved))
    progress.step = 'connect'
    let socket = opening.adopt(connectTo(target, addresses), (socket) => void socket.destroy())
    await once(socket, 'connect', { signal })
    if (target.url.protocol === 'https:') {
      progress.step = 'tls'
      // Created with the first connection that needs it, because that takes several milliseconds.
      secureContext ??= createSecureContext()
      socket = await secure(socket, target.host, { secureContext, signal })
    }
    opening.move()
    return { connection: new OutboundConnection(key, socket, checkedAt), reserved }
  }
  return {
    refusalFor(url) {
      const target = parseTarget(url, policy)
      if ('refusal' in target) return target.refusal
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
    [Symbol.dispose]: () => idleConnections[Symbol.dispose](),
  }
}

function sendRequest(
  connection: OutboundConnection,
  { url }: Target,
  request: OutboundRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const { method, headers = {}, body = null, maxResponseBytes = 65_536 } = request
  const path = url.pathname + url.search
  const onStatus = (status: number) => void (progress.status = status)
  return connection.send({
    path,
    method,
    headers: { host: url.host, ...headers },
    body,
    maxResponseBytes,
    signal,
    onStatus,
  })
}

class ForbiddenUrlError extends Error {
  readonly reason: ErrorReason
  constructor(reason: ErrorReason) {
    super(reason.code)
    this.reason = reason
  }
}

/** Returns the causes of an error, one for each address that was tried. */
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
  EHOSTUNREACH: 'HOST_UNREACHABLE',
  ENETUNREACH: 'HOST_UNREACHABLE',
  ETIMEDOUT: 'CONNECT_TIMEOUT',
}
