import type { MailKind } from '@onair/contract'

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
  STREAMING_APPROVED: 5,
  STREAMING_DECLINED: 5,
  ORGANIZATION_APPROVED: 5,
  ORGANIZATION_DECLINED: 5,
  ORGANIZATION_ENDED: 5,
  LIVE_STARTED: 30,
  LIVE_MODERATED: 10,
  TEAM_INVITATION: 20,
}

/** How long after it was written a mail is still worth an attempt: a link to reset a password ends, and so does a live. */
export function usefulMs(kind: MailKind): number {
  if (kind === 'LIVE_STARTED') return hourMs
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
