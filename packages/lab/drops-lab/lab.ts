import { drops, sandboxApi } from '@onair/contract'
import type { Client } from '@onair/sdk/http'
import type { Clock } from '@onair/server/infra/clock.ts'
import { CommandError } from '@onair/cli/command.ts'
import {
  findProblems,
  findUnclaimed,
  summarize,
  type ClaimResult,
  type Finding,
  type RoundSummary,
} from './findings.ts'
import { readGrants, type Grant } from './grants.ts'
import { handlerOf } from './handlers.ts'
import { Relay } from './relay.ts'
import { planRounds, rewardNames, type PlannedClaim, type Round } from './rounds.ts'

export type LabOptions = {
  /** The sandbox without credentials, and with those of the application. */
  sandbox: Client
  app: Client
  clientId: string
  clientSecret: string
  receiverUrl: string
  prefix: string
  /** Of a response to the platform. */
  deadlineMs: number
  /** A URL or file that lists the grants; null if the service lists none. */
  grants: string | null
  seed: number
  claimsPerRound: number
  /** How long the service may take to fulfill what it was not notified of. */
  withinMs: number
  clock: Pick<Clock, 'uptime'>
  wait: (ms: number) => Promise<void>
  signal: AbortSignal
  onRound: (round: Round) => void
}
export type LabResult = {
  seed: number
  clientId: string
  campaignId: string
  rounds: RoundSummary[]
  findings: Finding[]
  unclaimed: Grant[]
  claims: ClaimResult[]
}

const pollMs = 50
/** Receivers allow a few minutes. */
const maxAheadSec = 60
const roundLimitMs = 30_000
/** Waits between retries with their jitter, in seconds of the platform. */
const retrySec = [12, 144, 2_160]

/** Plays claims against a service that fulfills them, and reconciles both sides. */
export class DropsLab {
  readonly #options: LabOptions
  readonly #relay: Relay
  readonly #endedClaims = new Set<string>()
  #movedSec = 0

  private constructor(options: LabOptions, relay: Relay) {
    this.#options = options
    this.#relay = relay
  }

  static async run(options: LabOptions): Promise<LabResult> {
    const { sandbox, clientId, receiverUrl, prefix, deadlineMs } = options
    const { rules } = await sandbox(sandboxApi.faults.getFaults)
    if (rules.length > 0) throw new CommandError('A fault plan is set. Remove it with `onair faults clear`.')
    const { aheadSeconds } = await sandbox(sandboxApi.clock.getClock)
    if (Math.abs(aheadSeconds) > maxAheadSec)
      throw new CommandError(
        `The clock of the sandbox is ${aheadSeconds} s ahead, so the service would reject its timestamps. Move it back with \`onair clock\`.`,
      )
    await using relay = await Relay.open({ receiverUrl, prefix, deadlineMs })
    const input = { pathParams: { clientId }, body: { webhookUrl: relay.url } }
    const { previousUrl } = await sandbox(sandboxApi.apps.setWebhook, input)
    const lab = new DropsLab(options, relay)
    try {
      return await lab.#run()
    } finally {
      await lab.#moveClockBack()
      await sandbox(sandboxApi.faults.clearFaults)
      await sandbox(sandboxApi.apps.setWebhook, { ...input, body: { webhookUrl: previousUrl } })
    }
  }

  async #run(): Promise<LabResult> {
    const { sandbox, clientId, seed, claimsPerRound, grants: source, signal, onRound } = this.#options
    const rounds = planRounds(seed, claimsPerRound)
    const campaign = { clientId, categoryId: 'talk', rewards: rewardNames }
    const { campaignId, rewardIds } = await sandbox(sandboxApi.drops.createCampaign, { body: campaign })
    const channelNames = rounds.flatMap(({ claims }) => claims.map(({ person }) => `drops ${person + 1}`))
    const { data: people } = await sandbox(sandboxApi.people.createPeople, { body: { channelNames } })
    const claims: ClaimResult[] = []
    for (const round of rounds) {
      if (signal.aborted) break
      onRound(round)
      const planned = round.claims.map((claim) => ({
        ...claim,
        channelId: people[claim.person]?.channelId ?? '',
        rewardId: rewardIds[claim.reward] ?? '',
      }))
      claims.push(...(await this.#playRound(round, planned)))
    }
    await this.#awaitFulfillment(campaignId, claims)
    for (const claim of claims) claim.requests = this.#relay.sent.filter(({ claimId }) => claimId === claim.claimId)
    const grants = source === null ? null : await readGrants(source)
    return {
      seed,
      clientId,
      campaignId,
      rounds: summarize(claims, grants),
      findings: findProblems(claims, grants),
      unclaimed: findUnclaimed(claims, grants),
      claims,
    }
  }

  async #playRound(
    round: Round,
    planned: (PlannedClaim & { channelId: string; rewardId: string })[],
  ): Promise<ClaimResult[]> {
    const { clientSecret: secret, prefix, wait } = this.#options
    const handle = handlerOf({ round, signing: { secret, prefix }, wait })
    this.#relay.handler = async (incoming, forward) =>
      this.#endedClaims.has(incoming.claimId) ? null : handle(incoming, forward)
    if (round.kind === 'failing-api') await this.#failApi()
    const claims: ClaimResult[] = []
    for (const { channelId, rewardId, isRepeated } of planned) {
      const body = { rewardId, byChannelId: channelId }
      const answers = await Promise.all(
        (isRepeated ? [1, 2] : [1]).map(() => this.#options.sandbox(sandboxApi.drops.claim, { body })),
      )
      const claimId = answers[0]?.claimId ?? ''
      claims.push({ claimId, channelId, rewardId, round: round.kind, isFulfilled: false, requests: [] })
    }
    const attempts = round.kind === 'unreachable' ? 4 : round.kind === 'lost-responses' ? 2 : 1
    await this.#awaitAttempts(claims, attempts)
    if (round.kind === 'failing-api') await this.#options.sandbox(sandboxApi.faults.clearFaults)
    // Later retries are not passed on: their timestamps may be those of the moved clock.
    for (const { claimId } of claims) this.#endedClaims.add(claimId)
    await this.#moveClockBack()
    return claims
  }

  async #failApi(): Promise<void> {
    const { sandbox, clientId, seed } = this.#options
    const rules = [
      { kind: 'connection-reset', operation: 'drops.fulfillClaims', clientId, count: 1 },
      { kind: 'status', status: 503, operation: 'drops.fulfillClaims', clientId, count: 1 },
      { kind: 'status', status: 429, operation: 'drops.fulfillClaims', clientId, count: 1 },
      { kind: 'status', status: 503, operation: 'drops.listRewardClaims', clientId, count: 1 },
    ] as const
    await sandbox(sandboxApi.faults.setFaults, { body: { seed, rules: [...rules] } })
  }

  /** Waits until each claim has been attempted so often, and answered. Retries follow the platform's clock, which is moved. */
  async #awaitAttempts(claims: readonly ClaimResult[], attempts: number): Promise<void> {
    const { clock, wait, signal } = this.#options
    const deadline = clock.uptime() + roundLimitMs
    const ids = new Set(claims.map(({ claimId }) => claimId))
    for (let idleMs = 0; clock.uptime() < deadline && !signal.aborted; idleMs += pollMs) {
      const open = this.#relay.openClaims(ids, attempts)
      if (open.length === 0 && !this.#relay.isBusy) return
      const retry = Math.min(...open.map(({ seen }) => seen)) - 1
      if (!this.#relay.isBusy && retry >= 0 && idleMs >= 200) {
        idleMs = 0
        await this.#moveClock(retrySec[retry] ?? 0)
      }
      await wait(pollMs)
    }
  }

  /** Reads the list of claims until all are fulfilled. */
  async #awaitFulfillment(campaignId: string, claims: ClaimResult[]): Promise<void> {
    const { app, clock, wait, withinMs, signal } = this.#options
    const deadline = clock.uptime() + withinMs
    const byId = new Map(claims.map((claim) => [claim.claimId, claim]))
    for (;;) {
      for (let from: string | null = ''; from !== null;) {
        const page: { from?: string; size: number } = from === '' ? { size: 100 } : { from, size: 100 }
        const listed: Awaited<ReturnType<typeof listClaims>> = await listClaims(app, { campaignId, page })
        for (const { claimId, fulfillmentState } of listed.data) {
          const claim = byId.get(claimId)
          if (claim !== undefined) claim.isFulfilled = fulfillmentState === 'FULFILLED'
        }
        from = listed.page.cursor
      }
      if (claims.every(({ isFulfilled }) => isFulfilled)) return
      if (clock.uptime() >= deadline || signal.aborted) return
      await wait(pollMs * 4)
    }
  }

  async #moveClock(advanceSeconds: number): Promise<void> {
    if (advanceSeconds === 0) return
    this.#movedSec += advanceSeconds
    await this.#options.sandbox(sandboxApi.clock.moveClock, { body: { advanceSeconds } })
  }

  /** Receivers compare timestamps with their own clock. */
  #moveClockBack(): Promise<void> {
    return this.#moveClock(-this.#movedSec)
  }
}

function listClaims(app: Client, query: { campaignId: string; page: { from?: string; size: number } }) {
  return app(drops.listRewardClaims, { query })
}
