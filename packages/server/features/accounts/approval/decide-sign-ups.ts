import type { Deps } from '../../../infra/deps.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { lockAccount, setChannelEnded } from '../account-store.ts'
import { deleteSignUpRequest, refuseSignUpRequest } from './sign-up-request-store.ts'

/**
 * Approves or refuses people who signed up, one after the other, and writes them a mail. Who was refused can still be
 * approved until the account is deleted. Returns how many were decided: others do not wait.
 */
export async function decideSignUps(
  { channelIds, isApproved }: { channelIds: readonly string[]; isApproved: boolean },
  deps: QueueMailDeps & Pick<Deps, 'clock' | 'db'>,
): Promise<number> {
  const now = deps.clock.now()
  let decided = 0
  for (const channelId of new Set(channelIds))
    await deps.db.transaction(async (tx, publish) => {
      if ((await lockAccount(tx, channelId)) === null) return
      if (isApproved) {
        if (!(await deleteSignUpRequest(tx, channelId))) return
        await setChannelEnded(tx, channelId, null)
      } else if (!(await refuseSignUpRequest(tx, channelId, now))) return
      await recordAudit(tx, now, { action: isApproved ? 'account.approved' : 'account.refused', channelId })
      const kind = isApproved ? 'SIGN_UP_APPROVED' : 'SIGN_UP_REFUSED'
      await queueMail(tx, publish, { kind, at: now, channelId }, deps)
      decided++
    })
  return decided
}
