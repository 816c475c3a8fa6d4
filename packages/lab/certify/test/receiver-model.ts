import type { Grant } from '../grants.ts'
import { claimsPath } from '../claims.ts'
import type { ModelNotification, ModelPlatform, ProgramModel } from './platform.ts'

const invalid = new Set(['webhook-wrong-signature', 'webhook-changed-body', 'webhook-unsigned'])
const reconcileMs = 300
/** Defects with which a claim that was given and not marked stays so. */
const neverMarkedAgain = new Set(['failing-api', 'webhook-reordered', 'never marks'])
/** The time between the questions whether a claim is known, and the answer that it now is. */
const raceMs = 5

/** A receiver that does everything right, except for the check or the mistake that `defect` names. */
export class ReceiverModel implements ProgramModel {
  readonly #platform: ModelPlatform
  readonly #defect: string
  readonly #grants: Grant[]
  readonly #given = new Map<string, ModelNotification>()
  readonly #marking = new Set<string>()
  readonly #arriving = new Set<string>()
  readonly #seenMessages = new Set<string>()
  #isFirst = true
  readonly #isFirstStart: boolean
  #unmarked = ''
  #newestClaim = 0

  constructor(
    platform: ModelPlatform,
    { defect, grants, starts }: { defect: string; grants: Grant[]; starts: number },
  ) {
    this.#isFirstStart = starts === 1
    this.#platform = platform
    this.#defect = defect
    this.#grants = grants
  }

  start(): void {
    if (this.#is('quota')) this.#poll()
    if (!this.#is('webhook-missed')) this.#reconcile()
  }

  onNotification(notification: ModelNotification, respond: (status: number) => void): void {
    const { fault } = notification
    const isForged = fault !== null && invalid.has(fault) && !this.#is('webhook-signature')
    const isOtherText =
      fault === 'webhook-reformatted' || (fault === 'webhook-unknown-fields' && this.#is('drops fields'))
    if (isOtherText && (this.#is('webhook-raw-body') || this.#is('drops fields'))) return respond(403)
    if (isForged || (fault === 'webhook-old-timestamp' && !this.#is('webhook-old'))) return respond(403)
    if (fault === 'webhook-unknown-type') {
      if (this.#is('webhook-unknown')) throw new Error('unknown type')
      return respond(204)
    }
    if (!this.#is('webhook-in-time')) respond(204)
    const done = () => respond(204)
    if (!this.#is('webhook-concurrent') || this.#given.has(notification.claimId)) return this.#give(notification, done)
    // Both of two copies are new when they arrive.
    this.#arriving.add(notification.claimId)
    this.#platform.after(raceMs, () => this.#grant(notification, done))
  }

  #is(name: string): boolean {
    return this.#defect === name
  }

  #poll(): void {
    for (let i = 0; i < 5; i++) this.#platform.request({ method: 'GET', path: claimsPath }, 0, () => {})
    this.#platform.after(100, () => this.#poll())
  }

  #reconcile(): void {
    const query = this.#is('secrets') ? 'key=a secret' : 'fulfillmentState=CLAIMED'
    this.#platform.request(
      { method: 'GET', path: claimsPath, query, operation: 'drops.listRewardClaims' },
      0,
      (status) => {
        const open = status === 200 ? this.#platform.listOpenClaims() : []
        for (const claim of open)
          if (this.#arriving.has(claim.claimId)) continue
          else if (!this.#given.has(claim.claimId)) this.#give(claim, () => {})
          else if (neverMarkedAgain.has(this.#defect) || claim.claimId === this.#unmarked) continue
          else if (!this.#marking.has(claim.claimId)) this.#mark(claim.claimId, () => {})
        this.#platform.after(reconcileMs, () => this.#reconcile())
      },
    )
  }

  #give(claim: ModelNotification, done: () => void): void {
    const { claimId, messageId } = claim
    const isByMessage = this.#is('webhook-resent') && messageId !== ''
    const isKnown = isByMessage ? this.#seenMessages.has(messageId) : this.#given.has(claimId)
    this.#seenMessages.add(messageId)
    if (isKnown && !this.#is('webhook-idempotent')) return done()
    if (this.#is('webhook-reordered') && messageId !== '') {
      // A claim that seems to be late is lost for good.
      const number = Number(claimId.slice(3))
      this.#given.set(claimId, claim)
      if (number < this.#newestClaim) return done()
      this.#newestClaim = number
    }
    this.#grant(claim, done)
  }

  #grant(claim: ModelNotification, done: () => void): void {
    const { claimId, channelId, rewardId } = claim
    this.#given.set(claimId, claim)
    this.#arriving.delete(claimId)
    if (!this.#is('marks only')) this.#grants.push({ channelId, rewardId })
    if (this.#is('gives to others') && this.#isFirst) this.#grants.push({ channelId: 'another', rewardId })
    if (this.#is('webhook-start') && this.#isFirst && this.#isFirstStart) {
      this.#isFirst = false
      this.#unmarked = claimId
      return done()
    }
    this.#isFirst = false
    if (this.#is('never marks')) return done()
    this.#mark(claimId, done)
  }

  #mark(claimId: string, done: () => void): void {
    this.#marking.add(claimId)
    const call = { method: 'PUT', path: claimsPath, body: JSON.stringify({ claimIds: [claimId] }) }
    const again = (ms: number) => this.#platform.after(ms, () => this.#mark(claimId, done))
    this.#platform.request({ ...call, operation: 'drops.fulfillClaims' }, 0, (status) => {
      if (status === 429) return again(this.#is('retry-after-claims') ? 0 : 2_000)
      this.#marking.delete(claimId)
      done()
    })
  }
}
