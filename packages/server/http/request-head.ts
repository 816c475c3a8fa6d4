import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorCodes, errors } from '@onair/contract'
import type { Deps } from '../infra/deps.ts'
import { isForwarded } from '../infra/forwarded-requests.ts'
import { knownHosts } from '../infra/outbound/known-hosts.ts'

export type HeadRefusal = 'SEVERAL_HOSTS' | 'UNKNOWN_HOST' | 'SANDBOX_IS_PRIVATE'

/** Returns why a request is refused before a role sees it, or null. */
export function headCheck({ addresses, config, log, policy }: Deps): (request: IncomingMessage) => HeadRefusal | null {
  const isKnownHost = knownHosts({ ...config, ...policy }, addresses)
  let hasWarned = false
  return (request) => {
    if (countHosts(request) > 1) return 'SEVERAL_HOSTS'
    if (!isKnownHost(request)) return 'UNKNOWN_HOST'
    if (policy.servesForwarded || !isForwarded(request, isKnownHost)) return null
    if (!hasWarned) log.warn({ hint: errorCodes.SANDBOX_IS_PRIVATE }, 'request.forwarded_to_private_sandbox')
    hasWarned = true
    return 'SANDBOX_IS_PRIVATE'
  }
}

/** The number of Host headers. Node keeps the first of several, and a proxy may have judged another. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count
}

/** The error of a refusal. RFC 9112, 3.2: several Host headers are 400. */
export function errorOf(refusal: HeadRefusal) {
  return errors[refusal === 'SEVERAL_HOSTS' ? 'badInput' : 'misdirected']
}

export function answerRefused(response: ServerResponse, refusal: HeadRefusal) {
  const { status, message } = errorOf(refusal)
  const reason = { code: refusal, params: {} }
  const text = refusal === 'SANDBOX_IS_PRIVATE' ? ` (${errorCodes[refusal]})` : ''
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify({ code: status, message: message + text, reason }))
}
