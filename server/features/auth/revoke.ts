import { authorization } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { Refusal } from '../../shared/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import { authenticateClient } from '../apps/authenticate-client.ts'
import { revokeGrant } from './grants.ts'
import { loadAccessToken, loadRefreshToken, lockGrantBySecret } from './grant-store.ts'
import { refusalToUse } from './token-rules.ts'

/** Ends every token of the application and the user, whichever kind was given; a hint that is wrong is no hindrance. Gap 13. */
export const revoke = defineHandler(authorization.revokeToken, async ({ body, ip, identifyCaller }, deps) => {
  const { caller: client } = await authenticateClient({ ...body, address: ip }, deps)
  await identifyCaller(client)
  const monotonicNow = deps.clock.monotonicNow()
  const tokenHash = hashSecret(body.token)

  const isRevoked = await deps.db.transaction(async (tx, publish) => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const grant = await lockGrantBySecret(tx, kind, tokenHash, client.clientId)
      if (grant === null) continue
      const row =
        kind === 'access_token'
          ? { ...(await loadAccessToken(tx, tokenHash)), used_at: null }
          : await loadRefreshToken(tx, tokenHash)
      if (refusalToUse(row, monotonicNow) !== null) continue
      await revokeGrant(tx, publish, grant)
      return true
    }
    return false
  })
  if (!isRevoked) throw new Refusal('invalidToken', 'TOKEN_NO_LONGER_VALID')
  return null
})
