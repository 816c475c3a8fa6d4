import { hasSiteRole, type SiteRole } from '@onair/contract'
import { recordAudit, recordAuditOfEach } from '../../../shared/audit-store.ts'
import { channelChanged } from '../../../shared/bus-messages.ts'
import { Refusal } from '../../../shared/refusal.ts'
import type { Deps } from '../../../infra/deps.ts'
import { deleteStreamRequestsOf } from '../approval/stream-request-store.ts'
import { loadPerson } from './person-list-store.ts'
import { suspendAccount, type EndActivity } from '../end/end-account.ts'
import { updateMayStream, updateVerifiedMark } from '../account-store.ts'
import { noPerson } from '../require-account.ts'

type Moderator = { channelId: string; siteRole: SiteRole | null }
type Suspension = {
  channelIds: readonly string[]
  reason: string | undefined
  shownReason: string | undefined
  seconds: number | undefined
}

/** Suspends people one after the other. Those who are suspended or gone do not count. Returns the number of the others. */
export async function suspendPeople(
  { channelIds, ...suspension }: Suspension,
  by: Moderator,
  endActivity: EndActivity,
  deps: Pick<Deps, 'clock' | 'config' | 'db'>,
): Promise<number> {
  const unique = [...new Set(channelIds)]
  for (const channelId of unique) await requireRank(channelId, by, deps)
  let suspended = 0
  for (const channelId of unique)
    try {
      await suspendAccount({ channelId, ...suspension }, endActivity, deps)
      suspended++
    } catch (error) {
      const isOver =
        error instanceof Refusal &&
        ['ACCOUNT_SUSPENDED', 'ACCOUNT_WAITING', 'NO_SUCH_ACCOUNT'].includes(error.reason.code)
      if (!isOver) throw error
    }
  return suspended
}

/** Throws when the person is the moderator, or has a role and the moderator is no operator: moderators do not act on each other. */
export async function requireRank(
  channelId: string,
  { channelId: byChannelId, siteRole }: Moderator,
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  if (channelId === byChannelId) throw new Refusal('forbidden', 'OWN_ACCOUNT')
  const person = await loadPerson(db.read, channelId)
  if (person === null) throw noPerson(channelId)
  if (person.siteRole !== null && !hasSiteRole(siteRole, 'OPERATOR')) throw new Refusal('forbidden', 'HAS_SITE_ROLE')
}

/** Lets people stream where the site asks for that, or no longer. A request of theirs is then answered without a mail. Returns how many were changed. */
export async function setStreamers(
  { channelIds, mayStream }: { channelIds: readonly string[]; mayStream: boolean },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<number> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const changed = await updateMayStream(tx, channelIds, mayStream)
    if (mayStream) await deleteStreamRequestsOf(tx, channelIds)
    const entries = changed.map((channelId) => ({
      action: 'account.streaming_changed' as const,
      channelId,
      detail: { mayStream },
    }))
    if (changed.length > 0) await recordAuditOfEach(tx, now, entries)
    return changed.length
  })
}

/** Gives a channel the verified mark, or takes it away. */
export async function setVerifiedMark(
  { channelId, verifiedMark }: { channelId: string; verifiedMark: boolean },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx, publish) => {
    if (!(await updateVerifiedMark(tx, channelId, verifiedMark))) throw noPerson(channelId)
    const detail = { verifiedMark }
    await recordAudit(tx, clock.now(), { action: 'account.verified_mark_changed', channelId, detail })
    publish(channelChanged(channelId))
  })
}
