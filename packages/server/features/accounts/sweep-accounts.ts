import type { Deps } from '../../infra/deps.ts'
import { deleteInBatches } from '../../infra/db/batches.ts'
import { deleteExpiredChallenges } from './sign-in/challenge-store.ts'
import { deleteRefusedAccounts, resumeDueAccounts } from './end/end-account.ts'
import { deleteExpiredIdentityChecks } from './identity/identity-store.ts'
import { deleteExpiredTokens } from './links/account-token-store.ts'
import { deleteExpiredWebSessions } from './sign-in/web-session-store.ts'

export async function sweepAccounts({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await resumeDueAccounts({ clock, db })
  await deleteRefusedAccounts({ clock, db })
  const monotonicNow = clock.monotonicNow()
  for (const deleteExpired of [
    deleteExpiredWebSessions,
    deleteExpiredIdentityChecks,
    deleteExpiredTokens,
    deleteExpiredChallenges,
  ])
    await deleteInBatches(db, (tx, limit) => deleteExpired(tx, monotonicNow, limit))
}
