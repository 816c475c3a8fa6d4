import type { Config } from './config/config.ts'

/** The permissions of the platform. Only a sandbox that is private to its developer allows all of them. */
export type Policy = {
  /** Whether redirect URIs of applications may be `http:` on any host. */
  readonly allowsHttpRedirects: boolean
  /** Whether webhooks may go to `http:` addresses of this machine, unless a setting says otherwise. */
  readonly allowsLoopbackHttp: boolean
  /** Whether all time counts for retention. Otherwise only that in which a worker ran, so that a clock that jumps deletes nothing. */
  readonly countsAllTime: boolean
  /** The requests that the inspector records, unless a setting says otherwise. */
  readonly recordedRequests: 'all' | 'on-demand'
  /** Whether a server with a public URL also answers at loopback names and at the address that it listens on. */
  readonly answersLocalNames: boolean
  /** Whether HSTS applies to `localhost`, and so to every port of it. */
  readonly hasHstsOnLocalhost: boolean
  /** Whether requests are served that a proxy or a tunnel forwards from other machines. */
  readonly servesForwarded: boolean
  /** Whether the people who run the site need a second factor to do so. */
  readonly operatorsNeedSecondFactor: boolean
  /** Whether mails stay in the database, for a mailbox that shows them, and are never sent. */
  readonly keepsMails: boolean
  /** Whether channels can be recorded without a setting, into the data directory. */
  readonly recordsByDefault: boolean
  /** Whether encoders get a free port where the usual one is in use. The address of a site must stay the same. */
  readonly picksRtmpPort: boolean
}

const site: Policy = {
  allowsHttpRedirects: false,
  allowsLoopbackHttp: false,
  countsAllTime: false,
  recordedRequests: 'on-demand',
  answersLocalNames: false,
  hasHstsOnLocalhost: true,
  servesForwarded: true,
  operatorsNeedSecondFactor: true,
  keepsMails: false,
  recordsByDefault: false,
  picksRtmpPort: false,
}

/** A sandbox that other people use. Its clock moves and its data is of no value, but its machine is not theirs. */
const publicSandbox: Policy = {
  ...site,
  countsAllTime: true,
  recordedRequests: 'all',
  answersLocalNames: true,
  hasHstsOnLocalhost: false,
  operatorsNeedSecondFactor: false,
  keepsMails: true,
  picksRtmpPort: true,
}

const privateSandbox: Policy = {
  ...publicSandbox,
  allowsHttpRedirects: true,
  allowsLoopbackHttp: true,
  servesForwarded: false,
  recordsByDefault: true,
}

/** The policy of a mode. Only the start reads the mode. */
export function policyOf({ mode, sandboxPublic }: Pick<Config, 'mode' | 'sandboxPublic'>): Policy {
  if (mode === 'production') return site
  return sandboxPublic ? publicSandbox : privateSandbox
}
