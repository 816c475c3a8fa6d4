import type { Config } from './config/config.ts'

/** The permissions of the platform. Only a sandbox, which is private to its developer, allows all of them. */
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
  /** Whether a proxy that is not trusted is reported. */
  readonly reportsUntrustedProxy: boolean
}

const site: Policy = {
  allowsHttpRedirects: false,
  allowsLoopbackHttp: false,
  countsAllTime: false,
  recordedRequests: 'on-demand',
  answersLocalNames: false,
  hasHstsOnLocalhost: true,
  reportsUntrustedProxy: true,
}

const sandbox: Policy = {
  allowsHttpRedirects: true,
  allowsLoopbackHttp: true,
  countsAllTime: true,
  recordedRequests: 'all',
  answersLocalNames: true,
  hasHstsOnLocalhost: false,
  reportsUntrustedProxy: false,
}

/** The policy of a mode. Only the start reads the mode. */
export function policyOf(mode: Config['mode']): Policy {
  return mode === 'sandbox' ? sandbox : site
}
