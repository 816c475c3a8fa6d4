import { notApplicable } from '../check.ts'
import type { Lab } from '../lab.ts'
import { seen } from '../seen.ts'
import type { SeenRequest } from '../seen-request.ts'

export const openingOperations = ['session.openUserSession', 'session.openClientSession']

/** Further checks that depend on a reconnect do not apply, so a missing reconnect is counted once. */
export const didNotReconnect = notApplicable(seen('DID_NOT_RECONNECT'))

export function isSessionRequest({ path }: SeenRequest): boolean {
  return path.startsWith('/open/v1/sessions')
}

export function isOpening({ path }: SeenRequest): boolean {
  return path.startsWith('/open/v1/sessions/auth')
}

export function sessionRequestsSince(lab: Lab, since: number): SeenRequest[] {
  return lab.requests.filter((request) => request.at > since && isSessionRequest(request))
}
