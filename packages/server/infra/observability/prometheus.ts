import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Log } from './log.ts'
import { observedMetrics, type Metrics, type ObservedMetric, type Queue } from './metrics.ts'

export type PrometheusMetrics = Metrics & {
  readonly contentType: string
  /** All metrics in the text format of Prometheus. */
  scrape(): Promise<string>
}

type Reader = () => number | null | Promise<number | null>

/** Counts in memory. Each label has a bounded set of values: names and codes of the contract, and status classes. */
export function openPrometheus({ version, log }: { version: string; log: Pick<Log, 'warn'> }): PrometheusMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({ name: 'onair_build_info', help: 'The version, with the value 1.', labelNames: ['version'], registers })
    .labels(version)
    .set(1)
  const queues = new Set<Queue>()
  const queueRows = new Gauge({
    name: 'onair_queue_rows',
    help: 'Rows that wait to be written together.',
    labelNames: ['queue'],
    registers,
  })
  const scrape = () => {
    queueRows.reset()
    for (const { name, pendingRows } of queues) queueRows.labels(name).inc(pendingRows)
    return registry.metrics()
  }
  const readers = new Map<ObservedMetric, Set<Reader>>()
  for (const name of Object.keys(observedMetrics) as ObservedMetric[]) {
    readers.set(name, new Set())
    addObserved(name, () => readers.get(name) ?? new Set(), { registers, log })
  }
  return {
    ...counters(registers),
    contentType: registry.contentType,
    scrape,
    observeQueue(queue) {
      queues.add(queue)
      return { [Symbol.dispose]: () => void queues.delete(queue) }
    },
    observe(name, read) {
      readers.get(name)?.add(read)
      return { [Symbol.dispose]: () => void readers.get(name)?.delete(read) }
    },
  }
}

function counters(registers: Registry[]): Omit<Metrics, 'observe' | 'observeQueue'> {
  const requests = new Histogram({
    name: 'onair_http_request_duration_seconds',
    help: 'Requests by operation and status class, from the first byte to the end of the response.',
    labelNames: ['operation', 'status_class'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const refused = new Counter({
    name: 'onair_http_requests_refused_total',
    help: 'Refused requests by error code. Codes with the prefix TOO_MANY are limits.',
    labelNames: ['code'],
    registers,
  })
  const actions = new Counter({
    name: 'onair_actions_total',
    help: 'Sign-ups, failed sign-ins and actions of moderators, by their names in the audit log.',
    labelNames: ['action'],
    registers,
  })
  const messages = new Counter({ name: 'onair_chat_messages_total', help: 'Messages of all chats.', registers })
  const events = new Counter({
    name: 'onair_events_sent_total',
    help: 'Events that were passed to sockets, counted once for each socket.',
    labelNames: ['event'],
    registers,
  })
  const sessions = new Counter({
    name: 'onair_gateway_sessions_ended_total',
    help: 'Sessions that ended, by disconnect code.',
    labelNames: ['code'],
    registers,
  })
  const attempts = new Histogram({
    name: 'onair_webhook_attempt_duration_seconds',
    help: 'Attempts of webhooks by outcome.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const mails = new Counter({
    name: 'onair_mails_total',
    help: 'Mails by outcome: sent, rejected, bounced, or limited because a person had too many of one kind.',
    labelNames: ['outcome'],
    registers,
  })
  const encoderCuts = new Counter({
    name: 'onair_encoder_cut_attempts_total',
    help: 'Attempts to cut encoders at media servers by outcome: cut, failed, or exhausted when none is left.',
    labelNames: ['outcome'],
    registers,
  })
  const connections = new Counter({
    name: 'onair_connections_refused_total',
    help: 'Connections that were refused before a session or a request, by reason.',
    labelNames: ['reason'],
    registers,
  })
  return {
    ...redisMetrics(registers),
    connectionRefused: (reason) => connections.labels(reason).inc(),
    requestServed({ operation, status, seconds, refusal }) {
      requests.labels(operation, `${Math.floor(status / 100)}xx`).observe(seconds)
      if (refusal !== null) refused.labels(refusal).inc()
    },
    actionDone: (action) => actions.labels(action).inc(),
    messagesSent: (count) => messages.inc(count),
    eventSent: (event, sockets) => events.labels(event).inc(sockets),
    sessionEnded: (code) => sessions.labels(code).inc(),
    encoderCutAttempted: (outcome) => encoderCuts.labels(outcome).inc(),
    mailEnded: (outcome) => mails.labels(outcome).inc(),
    attemptEnded: (outcome, seconds) => attempts.labels(outcome).observe(seconds),
  }
}

function redisMetrics(registers: Registry[]): Pick<Metrics, 'redisCommandEnded' | 'redisReconnected'> {
  const commands = new Histogram({
    name: 'onair_redis_command_duration_seconds',
    help: 'Commands to Redis by name and outcome, from the call to the reply. A ping is sent every second.',
    labelNames: ['command', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const reconnects = new Counter({
    name: 'onair_redis_reconnects_total',
    help: 'Connections to Redis that were lost and opened again.',
    labelNames: ['connection'],
    registers,
  })
  return {
    redisCommandEnded: (command, outcome, seconds) => commands.labels(command, outcome).observe(seconds),
    redisReconnected: (connection) => reconnects.labels(connection).inc(),
  }
}

function addObserved(
  name: ObservedMetric,
  listReaders: () => ReadonlySet<Reader>,
  { registers, log }: { registers: Registry[]; log: Pick<Log, 'warn'> },
) {
  const read = async () => {
    let combined: number | null = null
    for (const reader of listReaders()) {
      const value = await reader()
      if (value === null) continue
      if (combined === null) combined = value
      else combined = name.endsWith('_up') ? Math.min(combined, value) : combined + value
    }
    return combined
  }
  const readOrReport = () =>
    read().catch((error: unknown) => {
      log.warn({ metric: name, error: String(error) }, 'metrics.read_failed')
      return null
    })
  const options = { name, help: observedMetrics[name], registers }
  if (name.endsWith('_total'))
    return new Counter({
      ...options,
      async collect() {
        const value = await readOrReport()
        this.reset()
        if (value !== null) this.inc(value)
      },
    })
  return new Gauge({
    ...options,
    async collect() {
      const value = await readOrReport()
      if (value === null) this.remove()
      else this.set(value)
    },
  })
}
