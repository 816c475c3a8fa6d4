import type { ChangedMail } from '@onair/server/hooks.ts'
import type { Faults } from './fault-subject.ts'

/** The answers of a mail server, as RFC 3463 numbers them. */
const rejected = '550 5.1.1 The address does not exist (fault mail-rejected)'
const bounced = '552 5.2.2 The mailbox is full (fault mail-bounced)'

/** The fault that the plan has for a mail. Null: it arrives. */
export async function decideMailFault(
  mailId: string,
  now: number,
  { faults }: { faults: Faults },
): Promise<ChangedMail | null> {
  const rule = await faults.plan?.decide({ target: 'mail', mailId }, now)
  switch (rule?.kind) {
    case 'mail-rejected':
      return { state: 'REJECTED', failure: rejected }
    case 'mail-bounced':
      return { state: 'BOUNCED', failure: bounced }
    case 'mail-delayed':
      return { postponedTo: now + (rule.delayMs ?? 0) }
    default:
      return null
  }
}
