import { recordAudit } from '../../../shared/audit-store.ts'
import { errorReason, Refusal } from '../../../shared/refusal.ts'
import type { Deps } from '../../../infra/deps.ts'
import { markIdentityUnverified, deleteVerifiedIdentity } from './identity-store.ts'

/** Removes the verification of an account. The account and the person can verify again. Gap 57. */
export async function unverifyIdentity(channelId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteVerifiedIdentity(tx, channelId)
    if (!(await markIdentityUnverified(tx, channelId)))
      throw new Refusal('notFound', errorReason('NO_VERIFIED_ACCOUNT', { channelId }))
    await recordAudit(tx, clock.now(), { action: 'identity.unverified', channelId })
  })
}
