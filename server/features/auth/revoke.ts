import { authorization } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import { hashOf } from '../../kit/secrets.ts'
import { clientOf } from '../apps/credentials.ts'
import { endGrant } from './end-grant.ts'
import { loadAccessToken, loadRefreshToken, lockGrantOf } from './grant-store.ts'
import { refusalToUse } from './token-rules.ts'

/** Ends every token of the application and the user, whichever kind was given; a hint that is wrong is no hindrance. Gap 13. */
export const revoke = handle(authorization.revoke, async ({ body, address, identified }, world) => {
  const { caller: client } = await clientOf({ ...body, address }, world)
  await identified(client)
  const onward = world.clock.onward()
  const secret = hashOf(body.token)

  const ended = await world.db.change(async (tx, tell) => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const grant = await lockGrantOf(tx, kind, secret, client.clientId)
      if (grant === null) continue
      const row =
        kind === 'access_token'
          ? { ...(await loadAccessToken(tx, secret)), used_at: null }
          : await loadRefreshToken(tx, secret)
      if (refusalToUse(row, onward) !== null) continue
      await endGrant(tx, tell, grant)
      return true
    }
    return false
  })
  if (!ended) throw new Refusal('invalidToken', 'TOKEN_ENDED')
  return null
})
