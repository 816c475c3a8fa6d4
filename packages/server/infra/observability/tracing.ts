import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Log } from './log.ts'
import { currentTraceId } from './trace.ts'

/** The kinds of spans in OTLP: `Span.SpanKind`. */
const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const

/**
 * A part of a trace that has ended. Its trace is that of the inspector: the trace id in OpenTelemetry is `traceId` without
 * hyphens. The span of the request that began the trace is the parent of all others. The SDK of OpenTelemetry would add 13
 * packages for a queue and one POST.
 */
export type Span = {
  name: string
  kind: keyof typeof kinds
  /** Default: the current trace. A span without a trace is not reported. */
  traceId?: string | undefined
  /** Whether this is the request that began the trace. */
  isRoot?: boolean
  /** The start as a time of `Tracing.now`. */
  startedAt: number
  /** Names by the semantic conventions of OpenTelemetry. Undefined values are left out. */
  attributes?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Another trace that caused this one, from the `traceparent` header of a caller. */
  traceparent?: string | undefined
  isError?: boolean
}

/** Reports spans to a collector. `end` never waits and never throws. */
export type Tracing = AsyncDisposable & {
  readonly isEnabled: boolean
  /** Real time in milliseconds since 1970, which the sandbox does not move. */
  now(): number
  /** Reports a span that ends now. */
  end(span: Span): void
}

export const noTracing: Tracing = {
  isEnabled: false,
  now: () => 0,
  end: () => {},
  [Symbol.asyncDispose]: async () => {},
}

export type TracingSettings = {
  endpoint: string
  /** Sent with each request, such as the key of a vendor. */
  headers: Readonly<Record<string, string>>
  serviceName: string
  version: string
  /** The share of traces that are reported, 0 to 1. All processes choose the same traces. */
  ratio: number
}

const flushDelayMs = 1_000
/** Beyond it, spans are dropped and counted. */
const maxWaiting = 4_096
const maxBatch = 1_024
const requestTimeoutMs = 5_000

/**
 * Reports spans by OTLP over HTTP in JSON (opentelemetry-proto 1.x, `POST /v1/traces`). A batch that the collector does not
 * accept is dropped: traces are no promise.
 */
export function openTracing(
  { endpoint, headers, serviceName, version, ratio }: TracingSettings,
  { clock, log }: { clock: Pick<Clock, 'after'>; log: Log },
): Tracing {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const resource = {
    attributes: toAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': randomBytes(8).toString('hex'),
      'process.pid': process.pid,
    }),
  }
  let waiting: object[] = []
  let dropped = 0
  let timer: Disposable | null = null
  let sending: Promise<void> | null = null

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'onair' }, spans }] }] })
      const failure = await post(body)
      if (failure === null && dropped === 0) continue
      log.warn(
        { url, dropped: dropped + (failure === null ? 0 : spans.length), error: failure },
        'tracing.spans_dropped',
      )
      dropped = 0
    }
    sending = null
  }

  async function post(body: string): Promise<string | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(requestTimeoutMs),
      })
      await response.arrayBuffer()
      return response.ok ? null : `status ${response.status}`
    } catch (error) {
      return String(error)
    }
  }

  function flush(): Promise<void> {
    timer?.[Symbol.dispose]()
    timer = null
    return (sending ??= sendWaiting())
  }

  const tracing: Tracing = {
    isEnabled: true,
    now: () => performance.timeOrigin + performance.now(),
    end(span) {
      const traceId = (span.traceId ?? currentTraceId())?.replaceAll('-', '')
      if (traceId === undefined || !isSampled(traceId, ratio)) return
      if (waiting.length >= maxWaiting) {
        dropped += 1
        return
      }
      waiting.push(toOtlp(span, traceId, tracing.now()))
      if (waiting.length >= maxBatch) void flush()
      else timer ??= clock.after(flushDelayMs, () => void flush())
    },
    [Symbol.asyncDispose]: flush,
  }
  return tracing
}

/** The last bytes of a trace id are random, so all processes choose the same traces (W3C Trace Context, level 2). */
function isSampled(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-12), 16) < ratio * 2 ** 48
}

/** The id of the first span follows from the trace id, so other processes know the parent of their spans. */
function rootSpanId(traceId: string): string {
  return traceId.slice(16)
}

function toOtlp(
  { name, kind, isRoot = false, startedAt, attributes = {}, traceparent, isError }: Span,
  traceId: string,
  endedAt: number,
) {
  const cause = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '')
  return {
    traceId,
    ...(isRoot
      ? { spanId: rootSpanId(traceId) }
      : { spanId: randomBytes(8).toString('hex'), parentSpanId: rootSpanId(traceId) }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(endedAt),
    attributes: toAttributes(attributes),
    ...(cause && { links: [{ traceId: cause[1], spanId: cause[2] }] }),
    ...(isError && { status: { code: 2 } }),
  }
}

function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n)
}

function toAttributes(attributes: NonNullable<Span['attributes']>): object[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return []
    if (typeof value === 'string') return { key, value: { stringValue: value } }
    if (typeof value === 'boolean') return { key, value: { boolValue: value } }
    return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }
  })
}
