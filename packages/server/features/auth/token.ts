import type { authorization, BodyOf } from '@onair/contract'
import type { ClientCaller } from '../../shared/callers/caller.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import { invalidFieldMessage } from '../../shared/callers/wire-profile.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { revokedReason } from './explain-ended.ts'
import { revokeGrant } from './grants.ts'
import { loadCode, loadRefreshToken, lockGrantByCredential, markCredentialUsed, type Grant } from './grant-store.ts'
import { issueTokens, type TokenSet } from './issue-tokens.ts'
import { findRevoked } from './revoked-credential-store.ts'
import { refusalToUse } from './token-rules.ts'

type TokenRequest = BodyOf<typeof authorization.issueToken>

/** Exchanges an authorization code or a refresh token, as `grantType` says, for a token set. */
export function exchangeToken(request: TokenRequest, client: ClientCaller, deps: Deps): Promise<TokenSet> {
  return request.grantType === 'authorization_code'
    ? exchangeCode(request, client, deps)
    : exchangeRefreshToken(request, client, deps)
}

/** A second use of a code revokes the grant. Gap 9. */
export async function exchangeCode(
  { code, state }: Pick<TokenRequest, 'code' | 'state'>,
  client: ClientCaller,
  deps: Deps,
): Promise<TokenSet> {
  const codeHash = hashSecret(code ?? rejectMissingField('code', client))
  const requestState = state ?? rejectMissingField('state', client)
  return redeemCredential('authorization_code', codeHash, client, deps, async (tx) => {
    const row = await loadCode(tx, codeHash)
    // Gap 10: the state is compared only if the application requires it.
    if (row.strict_state && row.state !== requestState && row.used_at === null) return 'state_mismatch'
    if (row.redirect_uri !== row.registered_redirect_uri && row.used_at === null) return 'redirect_uri_changed'
    return refusalToUse(row, deps.clock.monotonicNow())
  })
}

/** A second use of a refresh token revokes the grant. Gap 11. */
function exchangeRefreshToken({ refreshToken }: TokenRequest, client: ClientCaller, deps: Deps): Promise<TokenSet> {
  const tokenHash = hashSecret(refreshToken ?? rejectMissingField('refreshToken', client))
  return redeemCredential('refresh_token', tokenHash, client, deps, async (tx) =>
    refusalToUse(await loadRefreshToken(tx, tokenHash), deps.clock.monotonicNow()),
  )
}

async function redeemCredential(
  kind: CredentialUsedOnce,
  credentialHash: Buffer,
  { clientId, wireProfile }: ClientCaller,
  { db, clock, dataKey, log, random, recorder }: Deps,
  validate: (tx: Tx) => Promise<string | null>,
): Promise<TokenSet> {
  const { now, monotonicNow } = clock.read()
  const result = await db.transaction(async (tx, publish) => {
    const grant = await lockGrantByCredential(tx, kind, credentialHash, clientId)
    if (grant === null) return { refusal: 'unknown', grant }
    const refusal = await validate(tx)
    if (refusal === 'already_used') await revokeReusedGrant(tx, publish, grant, { kind, now, monotonicNow })
    if (refusal !== null) return { refusal, grant }

    await markCredentialUsed(tx, kind, credentialHash, now)
    return { tokens: await issueTokens(tx, grant, { clock, dataKey, random, wireProfile }) }
  })
  if ('tokens' in result) return result.tokens
  const { refusal, grant } = result
  if (refusal === 'already_used' && grant !== null) {
    log.warn({ kind, clientId, channelId: grant.channelId }, 'grant.reuse_detected')
    recordReuse(kind, grant, { recorder })
  }
  const revoked = grant === null ? await findRevoked(db.read, credentialHash) : null
  if (revoked?.clientId === clientId) throw new Refusal('invalidToken', revokedReason(revoked))
  throw new Refusal('invalidToken', errorReason('EXCHANGE_REJECTED', { kind, problem: refusal }))
}

/** The secret was stolen, or the client has a defect: nothing that was issued for the grant stays valid. */
async function revokeReusedGrant(
  tx: Tx,
  publish: Publish,
  grant: Grant,
  { kind, now, monotonicNow }: { kind: CredentialUsedOnce; now: number; monotonicNow: number },
): Promise<void> {
  const { channelId, clientId } = grant
  await revokeGrant(tx, publish, grant, { cause: reuseCauses[kind], now, monotonicNow })
  await recordAudit(tx, now, { action: 'grant.reuse_detected', channelId, clientId, detail: { kind } })
}

type CredentialUsedOnce = 'authorization_code' | 'refresh_token'
const reuseCauses = { authorization_code: 'CODE_REUSED', refresh_token: 'REFRESH_TOKEN_REUSED' } as const

/** The reuse and its consequence, in a record beside that of the request. */
function recordReuse(
  kind: CredentialUsedOnce,
  { clientId, channelId }: Grant,
  { recorder }: Pick<Deps, 'recorder'>,
): void {
  if (!recorder.isRecording(clientId)) return
  const detail = () => ({ reason: errorReason('REUSE_DETECTED', { kind }) })
  recorder.add({ kind: 'event', name: 'grant.reuse_detected', clientId, channelId, detail })
}

function rejectMissingField(field: string, { wireProfile }: ClientCaller): never {
  const message = invalidFieldMessage(wireProfile, field)
  throw new Refusal(
    'badInput',
    errorReason('EXCHANGE_FIELD_MISSING', { name: field }),
    message === undefined ? {} : { message },
  )
}
