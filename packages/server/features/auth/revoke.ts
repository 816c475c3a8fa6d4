import { recordAudit } from '../../shared/audit-store.ts'
import { Refusal } from '../../shared/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { revokedReason } from './explain-ended.ts'
import { revokeGrant } from './grants.ts'
import { loadAccessToken, loadRefreshToken, lockGrantByCredential } from './grant-store.ts'
import { findRevoked } from './revoked-credential-store.ts'
import { refusalToUse } from './token-rules.ts'

/**
 * Revokes every token that the user granted the application, whether `token` is an access token or a refresh token.
 * A wrong token type hint is ignored. Gap 13.
 */
export async function revokeToken(
  token: string,
  clientId: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  const tokenHash = hashSecret(token)

  const isRevoked = await db.transaction(async (tx, publish) => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const grant = await lockGrantByCredential(tx, kind, tokenHash, clientId)
      if (grant === null) continue
      const row =
        kind === 'access_token'
          ? { ...(await loadAccessToken(tx, tokenHash)), used_at: null }
          : await loadRefreshToken(tx, tokenHash)
      if (refusalToUse(row, monotonicNow) !== null) continue
      await revokeGrant(tx, publish, grant, { cause: 'APPLICATION', now, monotonicNow })
      await recordAudit(tx, now, { action: 'grant.revoked', channelId: grant.channelId, clientId })
      return true
    }
    return false
  })
  if (isRevoked) return
  const revoked = await findRevoked(db.read, tokenHash)
  throw new Refusal('invalidToken', revoked === null ? 'TOKEN_NO_LONGER_VALID' : revokedReason(revoked))
}
