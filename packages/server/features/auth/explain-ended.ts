import { limits, type ErrorReason } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { errorReason } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { findAccessToken, findRevoked, type EndedCredential } from './revoked-credential-store.ts'

/**
 * Why an access token that this platform may have issued is not valid: it expired, and whether the clock was moved, or it was
 * revoked, or it is unknown. For records and pages; the response is the same.
 */
export async function explainEndedToken(hash: Buffer, { db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<ErrorReason> {
  const token = await findAccessToken(db.read, hash)
  if (token === null) {
    const revoked = await findRevoked(db.read, hash)
    return revoked === null ? errorReason('UNKNOWN_TOKEN', {}) : revokedReason(revoked)
  }
  const { clientId, appName, appDeletedAt, channelId, channelEndedAt, createdAt, expiresAt } = token
  if (appDeletedAt !== null) return revokedReason({ clientId, appName, at: appDeletedAt, cause: 'APP_DELETED' })
  if (channelEndedAt !== null) return revokedReason({ clientId, appName, at: channelEndedAt, cause: 'ACCOUNT_ENDED' })
  // Another process may have revoked or changed it since it was refused.
  if (expiresAt > clock.monotonicNow()) return errorReason('UNKNOWN_TOKEN', {})
  const expiredAt = createdAt + limits.accessTokenSec * 1_000
  const expired = { app: appName, clientId, channelId, date: utcSecond(expiredAt) }
  if (expiredAt > clock.now()) return errorReason('TOKEN_STAYS_EXPIRED', expired)
  const offsetMs = clock.offsetMs()
  if (offsetMs === 0) return errorReason('TOKEN_EXPIRED', expired)
  return errorReason('TOKEN_EXPIRED_BY_CLOCK', { ...expired, aheadSeconds: offsetMs / 1_000 })
}

export function revokedReason({ clientId, appName, at, cause }: EndedCredential): ErrorReason {
  return errorReason('TOKEN_REVOKED', { app: appName, clientId, date: utcSecond(at), cause })
}
