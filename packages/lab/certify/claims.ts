import { consoleApi, limits, sandboxApi, type ContentOf, type Endpoint } from '@onair/contract'
import type { Client, Credentials } from '@onair/sdk/http'
import { countGrants, type Grant } from './grants.ts'
import type { CheckId } from './locales/texts.ts'
import type { PlayedClaim } from './played-claim.ts'
import type { SeenRequest } from './seen-request.ts'
import type { Traffic } from './traffic.ts'

export const claimsPath = '/open/v1/drops/reward-claims'

export type Delivery = NonNullable<ContentOf<typeof sandboxApi.inspector.listRecords>['data'][number]['delivery']>

export type ClaimsOptions = {
  createCaller: (credentials: Credentials) => Client
  clientId: string
  rewardIds: readonly string[]
  /** People who claim in each check. */
  people: number
  /** Reads what the service gave; null if it does not list it. */
  readGrants: (() => Promise<Grant[]>) | null
}
type Perform = (rewardId: string, byChannelId: string) => Promise<{ claimId: string; traceId: string }>

const maxRecords = 100

/** The claims that certify plays, and what is seen of their notifications and rewards. */
export class Claims {
  readonly #options: ClaimsOptions
  readonly #traffic: Traffic
  readonly #perform: Perform
  readonly #played: PlayedClaim[] = []
  #owner: Promise<Client | null> | null = null

  constructor(options: ClaimsOptions, { traffic, perform }: { traffic: Traffic; perform: Perform }) {
    this.#options = options
    this.#traffic = traffic
    this.#perform = perform
  }

  get played(): readonly PlayedClaim[] {
    return this.#played
  }

  /** People who claim in each check. */
  get people(): number {
    return this.#options.people
  }

  /** New people claim a reward each. Every second one sends the claim twice at the same time. */
  async play(checkId: CheckId): Promise<PlayedClaim[]> {
    const { people, rewardIds } = this.#options
    const channelNames = Array.from({ length: people }, (_, at) => `수령 ${this.#played.length + at + 1}`)
    const { data } = await this.#call(sandboxApi.people.createPeople, { body: { channelNames } })
    const claims: PlayedClaim[] = []
    for (const [at, { channelId }] of data.entries()) {
      const rewardId = rewardIds[at % rewardIds.length] ?? ''
      const sent = await Promise.all((at % 2 === 1 ? [1, 2] : [1]).map(() => this.#perform(rewardId, channelId)))
      const traceIds = sent.map(({ traceId }) => traceId)
      claims.push({ claimId: sent[0]?.claimId ?? '', channelId, rewardId, checkId, traceIds })
    }
    this.#played.push(...claims)
    return claims
  }

  /** The notifications of the claims in their order, as the inspector shows them; null before they are attempted. */
  async findDeliveries(claims: readonly PlayedClaim[]): Promise<(Delivery | null)[]> {
    const records = await this.#listDeliveries()
    return claims.map(
      ({ traceIds }) => records.find(({ traceId }) => traceId !== null && traceIds.includes(traceId))?.delivery ?? null,
    )
  }

  /** The owner resends the notifications: each becomes a new message. Null if the application has no owner. */
  async resend(deliveryIds: string[]): Promise<string[] | null> {
    const { clientId } = this.#options
    const owner = await this.#findOwner()
    if (owner === null) return null
    const input = { pathParams: { clientId }, body: { deliveryIds } }
    const { data } = await callConsole(owner, consoleApi.webhooks.resendDeliveries, input)
    return data.map(({ deliveryId }) => deliveryId)
  }

  /**
   * The claims that are not FULFILLED. The inspector does not show a call whose response was lost, so the owner looks
   * for those that it does not show.
   */
  async findOpen(claims: readonly PlayedClaim[]): Promise<PlayedClaim[]> {
    const unmarked = claims.filter((claim) => !this.areFulfilled([claim]))
    const owner = unmarked.length === 0 ? null : await this.#findOwner()
    if (owner === null) return unmarked
    const query = { fulfillmentState: 'CLAIMED', sort: 'newest', size: limits.claimsPerCall } as const
    const input = { pathParams: { clientId: this.#options.clientId }, query }
    const { data } = await callConsole(owner, consoleApi.campaigns.listClaims, input)
    return unmarked.filter(({ claimId }) => data.some((open) => open.claimId === claimId))
  }

  /** Notifications by their message ids. */
  async findResends(deliveryIds: readonly string[]): Promise<(Delivery | null)[]> {
    const records = await this.#listDeliveries()
    return deliveryIds.map((id) => records.find(({ delivery }) => delivery?.deliveryId === id)?.delivery ?? null)
  }

  /** The program's calls that mark one of the claims as FULFILLED. */
  requestsAbout(claims: readonly PlayedClaim[]): SeenRequest[] {
    return this.#traffic.requests.filter(
      ({ method, path, body }) =>
        method === 'PUT' && path === claimsPath && claims.some(({ claimId }) => body.includes(claimId)),
    )
  }

  /** Returns the fulfillment requests that the API accepted. */
  fulfillments(claims: readonly PlayedClaim[]): SeenRequest[] {
    return this.requestsAbout(claims).filter(({ status }) => status === 200)
  }

  areFulfilled(claims: readonly PlayedClaim[]): boolean {
    return claims.every((claim) => this.fulfillments([claim]).length > 0)
  }

  /**
   * How often the reward of a claim was given, at most: as the service lists it, else as often as it marked the claim,
   * also within one call.
   * Several marks are no proof where the service repeats a call whose response was lost.
   */
  async countGiven(claims: readonly PlayedClaim[]): Promise<number> {
    const grants = await this.readGrants()
    if (grants === null && this.people > 1) return 1
    const counts = claims.map((claim) => (grants === null ? this.#countMarks(claim) : countGrants(grants, claim)))
    return Math.max(...counts)
  }

  /** Reads the rewards that the service gave; null if it does not list them. */
  async readGrants(): Promise<Grant[] | null> {
    const { readGrants } = this.#options
    return readGrants === null ? null : readGrants()
  }

  #countMarks(claim: PlayedClaim): number {
    return this.fulfillments([claim]).reduce((count, { body }) => count + body.split(claim.claimId).length - 1, 0)
  }

  get #call(): Client {
    return this.#options.createCaller({})
  }

  /** Calls of the owner of the application; null if it has none. */
  #findOwner(): Promise<Client | null> {
    return (this.#owner ??= this.#signInOwner())
  }

  async #signInOwner(): Promise<Client | null> {
    const { clientId, createCaller } = this.#options
    const { data: apps } = await this.#call(sandboxApi.apps.listApps, { query: { name: clientId } })
    const name = apps.find((app) => app.clientId === clientId)?.ownerChannelName ?? null
    if (name === null) return null
    const { data: people } = await this.#call(sandboxApi.people.listPeople, { query: { name } })
    const channelId = people.find(({ channelName }) => channelName === name)?.channelId ?? ''
    const { cookie } = await this.#call(sandboxApi.people.signIn, { pathParams: { channelId } })
    return createCaller({ cookie })
  }

  async #listDeliveries() {
    const { clientId } = this.#options
    const query = { clientId, kind: 'delivery', size: maxRecords } as const
    return (await this.#call(sandboxApi.inspector.listRecords, { query })).data
  }
}

/** The client has types for the Open API and the sandbox only. */
function callConsole<E extends Endpoint>(owner: Client, endpoint: E, input: object): Promise<ContentOf<E>> {
  return (owner as unknown as (endpoint: Endpoint, input: object) => Promise<ContentOf<E>>)(endpoint, input)
}
