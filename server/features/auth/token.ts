import { authorization, type BodyOf } from '@onair/contract'
import { handle, type ClientCaller } from '../../kit/handle.ts'
import { because, Refusal } from '../../kit/refusal.ts'
import { hashOf } from '../../kit/secrets.ts'
import { badFieldMessage } from '../../kit/wire-profile.ts'
import type { Tell, Tx } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { clientOf } from '../apps/credentials.ts'
import { endGrant } from './end-grant.ts'
import { loadCode, loadRefreshToken, lockGrantOf, markUsed, type Grant } from './grant-store.ts'
import { issueTokens, type TokenSet } from './issue-tokens.ts'
import { refusalToUse } from './token-rules.ts'

type TokenRequest = BodyOf<typeof authorization.token>

/** Both operations of `POST /auth/v1/token`; `grantType` says which. */
export const token = handle(authorization.token, async ({ body, address, identified }, world) => {
  const { caller: client } = await clientOf({ ...body, address }, world)
  await identified(client)
  return body.grantType === 'authorization_code' ? issue(body, client, world) : refresh(body, client, world)
})

/** A code is exchanged once; a second use ends the grant made from it. Gap 9. */
async function issue({ code, state }: TokenRequest, client: ClientCaller, world: World): Promise<TokenSet> {
  const secret = hashOf(code ?? missing('code', client))
  const given = state ?? missing('state', client)
  return exchange('authorization_code', secret, client, world, async (tx) => {
    const row = await loadCode(tx, secret)
    // Gap 10: the state is compared only for applications that ask for it.
    if (row.strict_state && row.state !== given && row.used_at === null) return 'another state'
    return refusalToUse(row, world.clock.onward())
  })
}

/** A refresh token is used once; a second use ends the whole grant. Gap 11. */
function refresh({ refreshToken }: TokenRequest, client: ClientCaller, world: World): Promise<TokenSet> {
  const secret = hashOf(refreshToken ?? missing('refreshToken', client))
  return exchange('refresh_token', secret, client, world, async (tx) =>
    refusalToUse(await loadRefreshToken(tx, secret), world.clock.onward()),
  )
}

async function exchange(
  kind: 'authorization_code' | 'refresh_token',
  secret: Buffer,
  { clientId, wireProfile }: ClientCaller,
  { db, clock, random }: World,
  judge: (tx: Tx) => Promise<string | null>,
): Promise<TokenSet> {
  const now = clock.now()
  const answer = await db.change(async (tx, tell) => {
    const grant = await lockGrantOf(tx, kind, secret, clientId)
    if (grant === null) return 'unknown'
    const refusal = await judge(tx)
    if (refusal !== null) return endedWhenReused(refusal, tx, tell, grant)

    await markUsed(tx, kind, secret, now)
    return issueTokens(tx, grant, { clock, random, wireProfile })
  })
  if (typeof answer === 'string')
    throw new Refusal('invalidToken', because('EXCHANGE_REFUSED', { kind, problem: answer }))
  return answer
}

async function endedWhenReused(refusal: string, tx: Tx, tell: Tell, grant: Grant): Promise<string> {
  if (refusal === 'used before') await endGrant(tx, tell, grant)
  return refusal
}

function missing(field: string, { wireProfile }: ClientCaller): never {
  const message = badFieldMessage(wireProfile, field)
  throw new Refusal('badInput', because('EXCHANGE_LACKS', { name: field }), message === undefined ? {} : { message })
}
