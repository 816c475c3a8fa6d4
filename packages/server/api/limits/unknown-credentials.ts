import type { ErrorKind } from '@onair/contract'
import { counterKind, type CounterKind, counterKey } from '../../infra/counters/counters.ts'
import type { Deps } from '../../infra/deps.ts'
import { readNetworks } from '../../shared/networks/count-in-networks.ts'
import { FairQueue } from '../../shared/fair-queue.ts'
import { fairShareOf } from '../../shared/networks/ip-prefix.ts'
import { Refusal } from '../../shared/refusal.ts'
import { isIssuedCredential } from '../../shared/secrets.ts'
import type { UseCounter } from './quota.ts'

/** Credentials that this platform never issued. They are recognized without the database. */
const madeUpCredentials = counterKind('unknown-credentials/made-up', 60_000)
/** Credentials that were revoked, have expired, or belong to something else. */
const endedCredentials = counterKind('unknown-credentials/ended', 60_000)

/** Known credentials of one process; the oldest are forgotten beyond this. */
const maxKnown = 50_000

type LookUp<Found> = {
  /** Names the credentials. */
  key: string
  /** The secret among them. */
  secret: string
  ip: string
  /** Returns null or throws 401 for unknown credentials. */
  lookUp: () => Promise<Found>
}
/** `kind` counts the credentials if they are unknown. */
type CredentialUse = { credentials: string; kind: CounterKind; ip: string }
type Services = { useCounter: UseCounter; deps: Pick<Deps, 'clock' | 'config' | 'counters' | 'dataKey'> }

/**
 * Counts unknown credentials by network: made-up ones, and those that have ended. Beyond the limit of one kind, credentials
 * of this kind get 429 before they are looked up. Credentials that this process has found before are always looked up. So
 * one caller cannot shut out its neighbours, unless it has many credentials that have ended. Decision 13.
 */
export class UnknownCredentials {
  readonly #useCounter: UseCounter
  readonly #deps: Services['deps']
  #known = new Set<string>()
  #knownBefore = new Set<string>()
  /** Refused networks look up client secrets on one connection of the database, in turn. */
  readonly #suspectSecrets = new FairQueue({ maxRunning: 1, maxWaiting: { suspects: 1_000 } })

  constructor({ useCounter, deps }: Services) {
    this.#useCounter = useCounter
    this.#deps = deps
  }

  async find<Found>({ key, secret, ip, lookUp }: LookUp<Found>): Promise<Found> {
    const [credentials, kind] = [counterKey(key), this.#kindOf(secret)]
    if (!this.#isKnown(credentials)) {
      const retryAfterSec = await this.#secondsToWait(kind, ip)
      if (retryAfterSec !== null) throw tooMany(retryAfterSec)
    }
    return this.#lookUp(lookUp, { credentials, kind, ip })
  }

  /** A right client secret is never refused: it is looked up even if its network is over the limit. */
  async findClient<Found>({ key, secret, ip, lookUp }: LookUp<Found>): Promise<Found> {
    const [credentials, kind] = [counterKey(key), this.#kindOf(secret)]
    const look = () => this.#lookUp(lookUp, { credentials, kind, ip })
    // A made-up secret is refused without the database.
    if (kind === madeUpCredentials) return look()
    const isSuspect = !this.#isKnown(credentials) && (await this.#secondsToWait(kind, ip)) !== null
    return isSuspect ? this.#suspectSecrets.run(look, { lane: 'suspects', key: fairShareOf(ip) }) : look()
  }

  #kindOf(secret: string): CounterKind {
    return isIssuedCredential(secret, this.#deps.dataKey) ? endedCredentials : madeUpCredentials
  }

  async #lookUp<Found>(lookUp: () => Promise<Found>, from: CredentialUse): Promise<Found> {
    try {
      const found = await lookUp()
      if (found === null) await this.#countUnknown(from)
      else this.#remember(from.credentials)
      return found
    } catch (error) {
      if (error instanceof Refusal && kindsOfUnknown.has(error.kind)) await this.#countUnknown(from)
      throw error
    }
  }

  async #countUnknown({ credentials, kind, ip }: CredentialUse) {
    this.#known.delete(credentials)
    this.#knownBefore.delete(credentials)
    const limit = this.#deps.config.quotaUnknownCredentials
    if (limit === 0) return
    const counted = await this.#useCounter.countInNetworks({ kind, ip, limit }, this.#deps.clock.now())
    if (counted?.isRefused) throw tooMany(this.#secondsUntil(counted.endsAt))
  }

  /** Null while the network is below the limit, and while the counters are unavailable. */
  async #secondsToWait(kind: CounterKind, ip: string): Promise<number | null> {
    const { clock, config, counters } = this.#deps
    const limit = config.quotaUnknownCredentials
    if (limit === 0) return null
    const counted = await readNetworks(counters, { kind, ip, limit }, clock.now()).catch(() => null)
    return counted?.isRefused ? this.#secondsUntil(counted.endsAt) : null
  }

  #secondsUntil(endsAt: number): number {
    return Math.ceil((endsAt - this.#deps.clock.now()) / 1000)
  }

  #isKnown(key: string): boolean {
    return this.#known.has(key) || this.#knownBefore.has(key)
  }

  /** Two generations forget the oldest half at once. */
  #remember(key: string) {
    this.#known.add(key)
    if (this.#known.size < maxKnown / 2) return
    this.#knownBefore = this.#known
    this.#known = new Set()
  }
}

/** The errors after which credentials count as unknown; 429 is for wrong secrets of one application. */
const kindsOfUnknown: ReadonlySet<ErrorKind> = new Set(['invalidToken', 'invalidClient', 'tooManyRequests'])

function tooMany(retryAfterSec: number): Refusal {
  return new Refusal('tooManyRequests', 'TOO_MANY_UNKNOWN_CREDENTIALS', { retryAfterSec })
}
