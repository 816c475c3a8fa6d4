import { defaultLanguage } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import { queueMail, type QueueMailDeps } from '../mail/queue-mail.ts'
import { parseEmail } from './account-rules.ts'
import { isEmailTaken, updateEmail } from './account-store.ts'
import { deleteTokensOf } from './links/account-token-store.ts'
import { queueLink } from './links/mail-link.ts'
import { isMailAllowed, type SignUpRules } from './sign-up/sign-up-rules.ts'
import { requireOwnPassword, type OwnPassword, type OwnPasswordDeps } from './password/own-password.ts'
import { lockVisitor } from './sign-in/web-session-store.ts'

/**
 * Changes the email address of an account, and returns it as it is stored. Its sessions stay. A link verifies the new address,
 * and the old one is told.
 */
export async function changeEmail(
  { email: input, ...own }: OwnPassword & { email: string },
  rules: SignUpRules,
  deps: QueueMailDeps & OwnPasswordDeps,
): Promise<string> {
  const parsed = parseEmail(input)
  if ('refusal' in parsed) throw invalidField('email', parsed.refusal)
  if (!isMailAllowed(parsed.email, rules)) throw invalidField('email', 'MAIL_DOMAIN_REFUSED')
  await requireOwnPassword('password', own, deps)
  const { channelId, email: oldEmail } = own.visitor
  const { email } = parsed
  if (email === oldEmail) return email
  const now = deps.clock.now()
  await deps.db
    .transaction(async (tx, publish) => {
      if (!(await lockVisitor(tx, own.visitor))) throw new Refusal('unauthorized', 'NOT_SIGNED_IN')
      await updateEmail(tx, channelId, email)
      await deleteTokensOf(tx, channelId, null)
      await queueMail(
        tx,
        publish,
        { kind: 'EMAIL_CHANGED', at: now, newEmail: email, channelId, email: oldEmail },
        deps,
      )
      await queueLink(tx, publish, { purpose: 'VERIFY_EMAIL', channelId, email, language: defaultLanguage }, deps)
      await recordAudit(tx, now, { action: 'account.email_changed', channelId })
    })
    .catch((error: unknown) => {
      throw isEmailTaken(error) ? invalidField('email', 'EMAIL_TAKEN') : error
    })
  return email
}
