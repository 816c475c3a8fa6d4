import { limits } from '@onair/contract'
import { startAttempts, type Attempt } from '../../features/webhooks/start-attempts.ts'
import { findDueEndpoints } from '../../features/webhooks/delivery-store.ts'
import { recoverExpiredLeases } from '../../features/webhooks/record-attempts.ts'
import { allocateAttempts, type DueEndpoint } from '../../features/webhooks/fairness-rules.ts'
import { clockTopic, deliveriesTopic, subscribe } from '../../shared/events.ts'
import type { Deps } from '../../infra/deps.ts'
import { createAttemptWriter } from './attempt-writer.ts'
import { createInFlightAttempts } from './in-flight.ts'

/** How often it looks without being told, in real time. */
const pollIntervalMs = 1_000
const endpointBatchSize = 1_000

/** Sends notifications as they come due, and sees to it that those of processes that are gone go on. */
export async function openDeliveryWorker(deps: Deps): Promise<AsyncDisposable> {
  const { bus, clock, db, log, outboundHttp } = deps
  const inFlight = createInFlightAttempts()
  const attemptWriter = createAttemptWriter(deps)
  let cursor = ''
  let pollRequested = false
  const closing = new AbortController()
  let runningPoll: Promise<void> | null = null

  const requestPoll = () => {
    pollRequested = true
    runningPoll ??= runPolls().finally(() => {
      runningPoll = null
      if (pollRequested && !closing.signal.aborted) requestPoll()
    })
  }
  const runPolls = async () => {
    while (pollRequested && !closing.signal.aborted) {
      pollRequested = false
      try {
        pollRequested = (await startDueAttempts()) || pollRequested
      } catch (error) {
        log.error({ error }, 'webhook.poll_failed')
      }
    }
  }
  /** Begins what is due and has a place; true when there may be more at once. */
  const startDueAttempts = async (): Promise<boolean> => {
    if (inFlight.isFull()) return false
    const { endpoints, isComplete, last } = await findDueEndpoints(db.read, clock.now(), {
      after: cursor,
      limit: endpointBatchSize,
    })
    cursor = isComplete ? '' : last
    const allowances = allocateAttempts(endpoints, inFlight.byEndpoint)
    const started = allowances.size === 0 ? [] : await startAttempts(allowances, deps)
    const failing = new Set(endpoints.filter(isFailing).map(({ clientId }) => clientId))
    for (const attempt of started) inFlight.add(attempt.clientId, failing.has(attempt.clientId), sendAttempt(attempt))
    return started.length > 0 || !isComplete
  }
  /** Its place is free again when it is answered; it is written down while the next ones begin. */
  const sendAttempt = async (attempt: Attempt) => {
    const { url, headers, body } = attempt
    const result = await outboundHttp.send({
      url,
      method: 'POST',
      headers,
      body,
      deadlineMs: limits.webhookDeadlineMs,
      maxResponseBytes: limits.webhookResponseBytes,
    })
    attemptWriter.add(attempt, result)
    requestPoll()
  }
  const recoverAndPoll = async () => {
    try {
      const recovered = await recoverExpiredLeases(deps)
      if (recovered > 0) log.warn({ recovered }, 'webhook.attempts_recovered')
    } catch (error) {
      log.error({ error }, 'webhook.recovery_failed')
    }
    requestPoll()
  }
  const pollAndReschedule = async () => {
    await recoverAndPoll()
    if (!closing.signal.aborted) timer = clock.after(pollIntervalMs, () => void (scheduledPoll = pollAndReschedule()))
  }

  const subscriptions = [
    await subscribe(bus, deliveriesTopic, requestPoll),
    await subscribe(bus, clockTopic, requestPoll),
  ]
  let timer: Disposable | null = null
  let scheduledPoll = pollAndReschedule()
  return {
    /** Begins nothing more, and lets end what began: no exchange takes longer than its deadline. */
    async [Symbol.asyncDispose]() {
      closing.abort()
      timer?.[Symbol.dispose]()
      for (const subscription of subscriptions) await subscription[Symbol.asyncDispose]()
      await scheduledPoll
      await runningPoll
      await inFlight.drain()
      await attemptWriter.drain()
    },
  }
}

function isFailing(endpoint: DueEndpoint): boolean {
  return endpoint.isFailing
}
