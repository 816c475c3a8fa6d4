import type { MailKind } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** The waits before each further attempt. After the last one a mail has been tried for almost a day. */
const retryMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs, 6 * hourMs, 12 * hourMs]

/** How many mails of a kind a person is sent in 24 hours, so that nobody's address is flooded. */
export const mailsPerDay: Readonly<Record<MailKind, number>> = {
  VERIFY_EMAIL: 10,
  RESET_PASSWORD: 10,
  PASSWORD_CHANGED: 10,
  EMAIL_CHANGED: 10,
  NEW_SIGN_IN: 5,
  SECOND_FACTOR_CHANGED: 10,
  PASSKEY_CHANGED: 10,
  PROVIDER_LINK_CHANGED: 10,
  APP_IDLE: 50,
  WEBHOOK_FAILING: 20,
  REPORT_DECIDED: 50,
  SIGN_UP_APPROVED: 5,
  SIGN_UP_REFUSED: 5,
}

/** How long after it was written a mail is still worth an attempt: a link to reset a password ends after 30 minutes. */
export function usefulMs(kind: MailKind): number {
  return kind === 'RESET_PASSWORD' ? passwordResetMs : dayMs
}

export const passwordResetMs = 30 * minuteMs
export const emailVerificationMs = 7 * dayMs

/** When a mail whose attempt failed is tried again. Null if it never is. `attempts`: those that were made. */
export function nextAttemptAt(
  { attempts, expiresAt }: { attempts: number; expiresAt: number },
  now: number,
): number | null {
  const waitMs = retryMs[attempts - 1]
  return waitMs === undefined || now + waitMs >= expiresAt ? null : now + waitMs
}

/** Whether people get mails: a site has a server for them, and a sandbox keeps them. */
export function canMail({ config, policy }: Pick<Deps, 'config' | 'policy'>): boolean {
  return policy.keepsMails || config.mailUrl !== null
}
