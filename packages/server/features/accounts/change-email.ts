import { recordAudit } from '../../shared/audit-store.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { parseEmail } from './account-rules.ts'
import { isEmailTaken, updateEmail } from './account-store.ts'
import { requireOwnPassword, type OwnPassword } from './own-password.ts'

/** Changes the email address of an account, and returns it as it is stored. Its sessions stay. */
export async function changeEmail(
  { email: input, ...own }: OwnPassword & { email: string },
  deps: Pick<Deps, 'clock' | 'config' | 'counters' | 'db' | 'random'>,
): Promise<string> {
  const parsed = parseEmail(input)
  if ('refusal' in parsed) throw invalidField('email', parsed.refusal)
  await requireOwnPassword('password', own, deps)
  const { channelId } = own.visitor
  const { email } = parsed
  await deps.db
    .transaction(async (tx) => {
      await updateEmail(tx, channelId, email)
      await recordAudit(tx, deps.clock.now(), { action: 'account.email_changed', channelId })
    })
    .catch((error: unknown) => {
      throw isEmailTaken(error) ? invalidField('email', 'EMAIL_TAKEN') : error
    })
  return email
}
