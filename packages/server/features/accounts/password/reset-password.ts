import { invalidField } from '../../../shared/refusal.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import type { Deps } from '../../../infra/deps.ts'
import { updatePasswordHash } from '../account-store.ts'
import { deleteTokensOf } from '../links/account-token-store.ts'
import { validateNewPassword } from './new-password.ts'
import { hashPassword } from './password.ts'
import { deleteWebSessionsOf } from '../sign-in/web-session-store.ts'
import { requireAccount } from '../require-account.ts'

/** An operator sets a password, or a generated one for null. All sessions end. Returns the password. */
export async function resetPassword(
  { channelId, password: chosen }: { channelId: string; password: string | null },
  { clock, config, db, random }: Pick<Deps, 'clock' | 'config' | 'db' | 'random'>,
): Promise<string> {
  const password = chosen ?? random.bytes(15).toString('base64url')
  const refusal = chosen === null ? null : await validateNewPassword(chosen)
  if (refusal) throw invalidField('password', refusal)
  const passwordHash = await hashPassword(password, random, config)
  await db.transaction(async (tx) => {
    await requireAccount(tx, channelId)
    await updatePasswordHash(tx, channelId, passwordHash)
    await deleteTokensOf(tx, channelId, 'RESET_PASSWORD')
    const endedSessions = await deleteWebSessionsOf(tx, channelId, null)
    await recordAudit(tx, clock.now(), { action: 'account.password_changed', channelId, detail: { endedSessions } })
  })
  return password
}
