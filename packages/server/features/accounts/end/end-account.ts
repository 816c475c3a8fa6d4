import { errorReason, Refusal } from '../../../shared/refusal.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { requireReason } from '../../../shared/text.ts'
import type { Publish, Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { deleteLogin, setChannelEnded } from '../account-store.ts'
import { lockRefusedAccounts } from '../approval/sign-up-request-store.ts'
import { deleteSuspension, findEndedSuspensions, insertSuspension } from './suspension-store.ts'
import { deleteWebSessionsOf } from '../sign-in/web-session-store.ts'
import { requireAccount } from '../require-account.ts'

/** How long an account that was refused can still be approved. */
const refusedKeptMs = 7 * 86_400_000

/** Ends the live and the sockets of an account. Passed in, because sessions depend on accounts. */
export type EndActivity = (
  tx: Tx,
  publish: Publish,
  account: { channelId: string; now: number },
  deps: Pick<Deps, 'config'>,
) => Promise<void>
type EndAccountDeps = Pick<Deps, 'clock' | 'config' | 'db'>

/** `reason` is for the people who run the site, `shownReason` for the person. */
type Suspension = {
  channelId: string
  reason: string | undefined
  shownReason?: string | undefined
  seconds?: number | null | undefined
}

/**
 * Suspends an account, for `seconds` or until it is resumed: it cannot sign in, its tokens, applications and stream key
 * are refused, its live, sockets and web sessions end, and nobody sees its messages and pictures. Its data stays.
 * Decision 15.
 */
export async function suspendAccount(
  { channelId, reason, shownReason, seconds }: Suspension,
  endActivity: EndActivity,
  deps: EndAccountDeps,
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx, publish) => {
    const { isSuspended } = await lockApproved(tx, channelId)
    if (isSuspended) throw new Refusal('badInput', errorReason('ACCOUNT_SUSPENDED', { channelId }))
    await endActivity(tx, publish, { channelId, now }, deps)
    await setChannelEnded(tx, channelId, now)
    await deleteWebSessionsOf(tx, channelId, null)
    const endsAt = seconds === undefined || seconds === null ? null : now + seconds * 1000
    const reasons = { reason: reason ?? null, shown_reason: shownReason?.trim() || null }
    await insertSuspension(tx, { channel_id: channelId, ...reasons, created_at: now, ends_at: endsAt })
    const shown = reasons.shown_reason !== null && { shownReason: reasons.shown_reason }
    const detail = { reason: reason ?? null, ...shown, ...(endsAt !== null && { seconds: seconds ?? null }) }
    await recordAudit(tx, now, { action: 'account.suspended', channelId, detail })
  })
}

/** Ends a suspension. Tokens and applications work again unless they expired; web sessions and sockets stay ended. */
export async function resumeAccount(channelId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { isSuspended } = await lockApproved(tx, channelId)
    if (!isSuspended) throw new Refusal('badInput', errorReason('ACCOUNT_NOT_SUSPENDED', { channelId }))
    await setChannelEnded(tx, channelId, null)
    await deleteSuspension(tx, channelId)
    await recordAudit(tx, clock.now(), { action: 'account.resumed', channelId })
  })
}

/** Ends the suspensions whose time has come, up to 1,000. */
export async function resumeDueAccounts({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    for (const channelId of await findEndedSuspensions(tx, now, 1_000)) {
      await setChannelEnded(tx, channelId, null)
      await deleteSuspension(tx, channelId)
      await recordAudit(tx, now, { action: 'account.resumed', channelId })
    }
  })
}

/**
 * Deletes an account: the login is gone at once, and everything else answers as if it did not exist. The worker deletes
 * the data, in batches. Decision 15. `reason`: of the people who run the site.
 */
export async function deleteAccount(
  channelId: string,
  endActivity: EndActivity,
  deps: EndAccountDeps,
  reason?: string,
): Promise<void> {
  if (reason !== undefined) requireReason(reason)
  const now = deps.clock.now()
  await deps.db.transaction(async (tx, publish) => {
    await requireAccount(tx, channelId)
    await endActivity(tx, publish, { channelId, now }, deps)
    await deleteLocked(tx, channelId, now, reason)
  })
}

/** Deletes accounts that were refused so long ago that their mail is sent, up to 1,000. */
export async function deleteRefusedAccounts({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    for (const channelId of await lockRefusedAccounts(tx, now - refusedKeptMs, 1_000))
      await deleteLocked(tx, channelId, now)
  })
}

async function deleteLocked(tx: Tx, channelId: string, now: number, reason?: string): Promise<void> {
  await deleteLogin(tx, channelId, { name: `deleted-${channelId.slice(0, 8)}`, now })
  const detail = { ...(reason !== undefined && { reason }) }
  await recordAudit(tx, now, { action: 'account.deleted', channelId, detail })
}

/** An account that waits for approval is neither suspended nor resumed. */
async function lockApproved(tx: Tx, channelId: string): Promise<{ isSuspended: boolean }> {
  const account = await requireAccount(tx, channelId)
  if (account.isWaiting) throw new Refusal('badInput', errorReason('ACCOUNT_WAITING', { channelId }))
  return account
}
