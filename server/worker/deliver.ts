import { limits } from '@onair/contract'
import { beginAttempts, type Attempt } from '../features/webhooks/begin-attempts.ts'
import { findDueEndpoints } from '../features/webhooks/delivery-store.ts'
import { recoverLapsed } from '../features/webhooks/end-attempts.ts'
import { turnsFor, type DueEndpoint } from '../features/webhooks/turn-rules.ts'
import { clockTopic, deliveriesTopic, listen } from '../kit/signals.ts'
import type { World } from '../world/world.ts'
import { openRecorder } from './record.ts'
import { underWay } from './under-way.ts'

/** How often it looks without being told, in real time. */
const pollMs = 1_000
const endpointsAtOnce = 1_000

/** Sends notifications as they come due, and sees to it that those of processes that are gone go on. */
export async function openDeliverer(world: World): Promise<AsyncDisposable> {
  const { bus, clock, db, log, outgoing } = world
  const attempts = underWay()
  const recorder = openRecorder(world)
  let after = ''
  let wanted = false
  const closing = new AbortController()
  let looking: Promise<void> | null = null

  const look = () => {
    wanted = true
    looking ??= lookWhileWanted().finally(() => {
      looking = null
      if (wanted && !closing.signal.aborted) look()
    })
  }
  const lookWhileWanted = async () => {
    while (wanted && !closing.signal.aborted) {
      wanted = false
      try {
        wanted = (await begin()) || wanted
      } catch (error) {
        log.error({ error }, 'deliveries.not-taken')
      }
    }
  }
  /** Begins what is due and has a place; true when there may be more at once. */
  const begin = async (): Promise<boolean> => {
    if (attempts.isFull()) return false
    const { endpoints, isWhole, last } = await findDueEndpoints(db.read, clock.now(), { after, limit: endpointsAtOnce })
    after = isWhole ? '' : last
    const turns = turnsFor(endpoints, attempts.byEndpoint)
    const begun = turns.size === 0 ? [] : await beginAttempts(turns, world)
    const failing = new Set(endpoints.filter(isFailing).map(({ clientId }) => clientId))
    for (const attempt of begun) attempts.add(attempt.clientId, failing.has(attempt.clientId), make(attempt))
    return begun.length > 0 || !isWhole
  }
  /** Its place is free again when it is answered; it is written down while the next ones begin. */
  const make = async (attempt: Attempt) => {
    const { url, headers, body } = attempt
    const result = await outgoing.send({
      url,
      method: 'POST',
      headers,
      body,
      deadlineMs: limits.webhookDeadlineMs,
      maxAnswerBytes: limits.webhookAnswerBytes,
    })
    recorder.record(attempt, result)
    look()
  }
  const poll = async () => {
    try {
      const recovered = await recoverLapsed(world)
      if (recovered > 0) log.warn({ recovered }, 'deliveries.recovered')
    } catch (error) {
      log.error({ error }, 'deliveries.not-recovered')
    }
    look()
  }
  const pollOn = async () => {
    await poll()
    if (!closing.signal.aborted) timer = clock.after(pollMs, () => void (polling = pollOn()))
  }

  const listening = [await listen(bus, deliveriesTopic, look), await listen(bus, clockTopic, look)]
  let timer: Disposable | null = null
  let polling = pollOn()
  return {
    /** Begins nothing more, and lets end what began: no exchange takes longer than its deadline. */
    async [Symbol.asyncDispose]() {
      closing.abort()
      timer?.[Symbol.dispose]()
      for (const one of listening) await one[Symbol.asyncDispose]()
      await polling
      await looking
      await attempts.ended()
      await recorder.written()
    },
  }
}

function isFailing(endpoint: DueEndpoint): boolean {
  return endpoint.isFailing
}
