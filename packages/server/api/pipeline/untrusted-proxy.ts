import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../infra/deps.ts'
import { isPublicAddress } from '../../infra/outbound/ssrf-guard.ts'

/**
 * Warns once when a proxy seems to be in front and ONAIR_TRUST_PROXY is not set: then every person has the address
 * of the proxy, and limits that count by address count all of them together. Null where there is nothing to check.
 */
export function untrustedProxyCheck({
  config,
  log,
  policy,
}: Pick<Deps, 'config' | 'log' | 'policy'>): ((request: Pick<FastifyRequest, 'headers' | 'ip'>) => void) | null {
  if (config.trustProxy || !policy.servesForwarded) return null
  let hasWarned = false
  return ({ headers, ip }) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined || isPublicAddress(ip)) return
    hasWarned = true
    const hint = 'Set ONAIR_TRUST_PROXY=true if the proxy at this address sets X-Forwarded-For.'
    log.warn({ address: ip, hint }, 'proxy.not_trusted')
  }
}
