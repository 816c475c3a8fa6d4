import type { Bus } from './bus/bus.ts'
import type { Clock } from './clock.ts'
import type { Counters } from './counters/counters.ts'
import type { Db } from './db/db.ts'
import type { IdentityProvider, SignInProvider } from './oidc.ts'
import type { Log } from './observability/log.ts'
import type { OutboundHttp } from './outbound/outbound-http.ts'
import type { OutboundRtmp } from './outbound/outbound-rtmp.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Random } from './random.ts'
import type { Recorder } from './recorder.ts'
import type { Tracing } from './observability/tracing.ts'
import type { Config } from '../config/config.ts'
import type { Hooks } from '../hooks.ts'
import type { Policy } from '../policy.ts'

/** Everything outside the application code: infrastructure and settings. */
export type Deps = {
  readonly addresses: Addresses
  readonly bus: Bus
  readonly clock: Clock
  readonly config: Config
  readonly counters: Counters
  /** A random key of this database. Unlike the other two, it does not change. */
  readonly dataKey: Buffer
  readonly db: Db
  readonly hooks: Hooks
  /** A key that is in no data, and so in no copy of it that someone else has. What a caller proves derives from it. */
  readonly installationKey: Buffer
  /** Null if ONAIR_OIDC_ISSUER is not set. */
  readonly identityProvider: IdentityProvider | null
  readonly log: Log
  readonly metrics: Metrics
  readonly outboundHttp: OutboundHttp
  readonly outboundRtmp: OutboundRtmp
  readonly policy: Policy
  readonly programKey: ProgramKey
  readonly random: Random
  readonly recorder: Recorder
  /** The providers of ONAIR_SIGN_IN_PROVIDERS. */
  readonly signInProviders: readonly SignInProvider[]
  readonly tracing: Tracing
  readonly version: string
}

/** ONAIR_SECRET_KEY or the key file, and the one that it replaces. */
export type SecretKey = { readonly current: Buffer; readonly previous: Buffer | null }

/** The key that seals secrets, and the one that it replaces, which only unseals. */
export type ProgramKey = { readonly current: Buffer; readonly previous: Buffer | null }

/** Public origins without a trailing slash. `baseUrl` and `authUrl` may be equal. */
export type Addresses = {
  readonly baseUrl: string
  readonly authUrl: string
  readonly socketUrl: string
  readonly mediaUrl: string
}
