import type { FaultKind, FaultRule, Notification } from '@onair/contract'
import { postponeDeliveries } from '@onair/server/features/webhooks/delivery-store.ts'
import type { AttemptChange, ChangedDelivery, HookedDelivery, SignContent, SignedContent } from '@onair/server/hooks.ts'
import type { Tx } from '@onair/server/infra/db/db.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { Faults } from './fault-subject.ts'
import { recordFault } from './record-fault.ts'

/** A notification that waits for the next one of its endpoint is sent after this time if there is none. */
const maxReorderMs = 300_000
/** Further notifications keep their order. */
const maxHeld = 10_000
const staleMs = 15 * 60_000

type DeliveryFaultDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'log' | 'recorder'> & { faults: Faults }

/** Injects the faults of the plan into the deliveries of one worker. */
export class DeliveryFaults {
  readonly #deps: DeliveryFaultDeps
  readonly #heldByEndpoint = new Map<string, string[]>()
  #heldCount = 0

  constructor(deps: DeliveryFaultDeps) {
    this.#deps = deps
  }

  /** Whether notifications wait for the next one of their endpoint. */
  get holdsSome(): boolean {
    return this.#heldCount > 0
  }

  /** The locked deliveries that are to be attempted now, with their faults. The others are postponed. */
  async apply<D extends HookedDelivery>(tx: Tx, due: readonly D[], now: number): Promise<(D & ChangedDelivery)[]> {
    const attempted: (D & ChangedDelivery)[] = []
    const postponed: { id: string; until: number }[] = []
    for (const delivery of due) {
      const rule = await this.#decide(delivery, now)
      if (rule?.kind === 'webhook-delayed') postponed.push({ id: delivery.id, until: now + (rule.delayMs ?? 0) })
      else if (rule?.kind === 'webhook-reordered' && this.#hold(delivery))
        postponed.push({ id: delivery.id, until: now + maxReorderMs })
      else attempted.push(rule === null ? delivery : { ...delivery, change: changeBy(rule) })
    }
    if (postponed.length > 0) await postponeDeliveries(tx, postponed)
    return attempted
  }

  /** Makes the notifications due that waited for one of this endpoint. Call it after that was sent. */
  async release(endpointId: string): Promise<void> {
    const held = this.#heldByEndpoint.get(endpointId)
    if (held === undefined) return
    this.#heldByEndpoint.delete(endpointId)
    this.#heldCount -= held.length
    const until = this.#deps.clock.now()
    const released = held.map((id) => ({ id, until }))
    await this.#deps.db
      .transaction((tx) => postponeDeliveries(tx, released))
      .catch((error: unknown) => this.#deps.log.error({ error }, 'webhook.release_failed'))
  }

  async #decide({ id: deliveryId, clientId, eventType, url, retryNo }: HookedDelivery, now: number) {
    const { config, faults, recorder } = this.#deps
    const isLastAttempt = retryNo >= config.webhookRetrySec.length
    const rule =
      (await faults.plan?.decide({ target: 'webhook', clientId, eventType, url, deliveryId, isLastAttempt }, now)) ??
      null
    if (rule !== null) recordFault({ clientId, deliveryId }, rule.kind, { recorder })
    return rule
  }

  #hold({ id, endpointId }: HookedDelivery): boolean {
    if (this.#heldCount >= maxHeld) return false
    this.#heldByEndpoint.set(endpointId, [...(this.#heldByEndpoint.get(endpointId) ?? []), id])
    this.#heldCount += 1
    return true
  }
}

function changeBy({ kind }: FaultRule): AttemptChange {
  return {
    buildRequest: (content, sign) => faultyRequest(kind, content, sign),
    async send(send) {
      if (kind === 'webhook-lost') return { failed: 'deadline', step: 'connect', causes: [], tookMs: 0 }
      const copy = kind === 'webhook-doubled' ? send() : null
      const result = await send()
      await copy
      if (kind !== 'webhook-retried') return result
      return { failed: 'deadline', step: 'response', causes: [], tookMs: result.tookMs }
    },
  }
}

/** Builds the request of an attempt with this fault, with a header that names the fault. */
function faultyRequest(fault: FaultKind, { body, secrets, signedAt }: SignedContent, sign: SignContent) {
  const signedBody = laterBody(fault, body)
  const headers = sign({
    body: signedBody,
    secrets: fault === 'webhook-wrong-signature' ? secrets.map((secret) => `not ${secret}`) : secrets,
    signedAt: fault === 'webhook-old-timestamp' ? signedAt - staleMs : signedAt,
  })
  const isKept = (name: string) => fault !== 'webhook-unsigned' || !/-Signature(-New)?$/.test(name)
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (!isKept(name)) return []
    return [[name, fault === 'webhook-unknown-type' && name.endsWith('-Data-Type') ? unknownType : value]]
  })
  return {
    headers: { ...Object.fromEntries(kept), 'X-Onair-Fault': fault },
    body: fault === 'webhook-changed-body' ? replaceClaimId(signedBody) : signedBody,
  }
}

const unknownType = 'future_event'
const futureField = { version: 2, items: [null, 1, 'x'] }

/** The body as a later version of the platform may send it. */
function laterBody(fault: FaultKind, body: Buffer): Buffer {
  if (fault === 'webhook-reformatted') return Buffer.from(`${reformat(JSON.parse(body.toString()))}\n`)
  if (fault !== 'webhook-unknown-fields' && fault !== 'webhook-unknown-type') return body
  const { message, subscription } = JSON.parse(body.toString()) as Notification
  const event = message.event
  const changed =
    fault === 'webhook-unknown-type'
      ? { message: { ...message, event: { ...event, eventType: unknownType } }, subscription }
      : {
          message: { ...message, event: { ...event, data: { ...event.data, futureField }, futureField }, futureField },
          subscription: { ...subscription, futureField },
          futureField,
        }
  return Buffer.from(JSON.stringify(changed))
}

/** Other JSON text of the same value: keys in the opposite order, uneven spaces, and escapes that are not needed. */
function reformat(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(reformat).join(' ,')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toReversed()
    return `{${entries.map(([name, field]) => ` ${JSON.stringify(name)} :\t${reformat(field)}`).join(',\n')} }`
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  return JSON.stringify(value)
    .replace(/[\u0080-\uffff]/g, escapeUnit)
    .replaceAll('/', '\\/')
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`
}

/** The id of a claim that does not exist. */
function replaceClaimId(body: Buffer): Buffer {
  const { message } = JSON.parse(body.toString()) as Notification
  const { dropsClaimId } = message.event.data
  return Buffer.from(body.toString().replaceAll(dropsClaimId, dropsClaimId.split('').toReversed().join('')))
}
