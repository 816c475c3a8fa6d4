import type { BodyOf, consoleApi } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { invalidField } from '../../../shared/refusal.ts'
import { hasVisibleCharacter } from '../../../shared/text.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { lockAccount, updateMayStream } from '../account-store.ts'
import { declineStreamRequest, deleteWaitingStreamRequest } from './stream-request-store.ts'

/**
 * Approves or declines people who ask to stream, one after the other, and writes them a mail. Returns how many were decided:
 * of two decisions at once the first one counts.
 */
export async function decideStreamRequests(
  { channelIds, isApproved, answer = '' }: BodyOf<typeof consoleApi.admin.decideStreamRequests>,
  deps: QueueMailDeps & Pick<Deps, 'clock' | 'db'>,
): Promise<number> {
  if (!isApproved && !hasVisibleCharacter(answer)) throw invalidField('answer', 'EMPTY')
  const now = deps.clock.now()
  const reason = answer.trim()
  let decided = 0
  for (const channelId of new Set(channelIds))
    await deps.db.transaction(async (tx, publish) => {
      if ((await lockAccount(tx, channelId)) === null) return
      if (isApproved) {
        if (!(await deleteWaitingStreamRequest(tx, channelId))) return
        await updateMayStream(tx, [channelId], true)
        await recordAudit(tx, now, { action: 'account.streaming_changed', channelId, detail: { mayStream: true } })
        await queueMail(tx, publish, { kind: 'STREAMING_APPROVED', channelId }, deps)
      } else {
        if (!(await declineStreamRequest(tx, { channelId, answer: reason, now }))) return
        await recordAudit(tx, now, { action: 'account.streaming_declined', channelId, detail: { reason } })
        await queueMail(tx, publish, { kind: 'STREAMING_DECLINED', channelId, answer: reason }, deps)
      }
      decided++
    })
  return decided
}
