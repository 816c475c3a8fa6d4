import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { utcSecondOrNull, withDates } from '../../shared/dates.ts'
import { deleteInBatches } from '../../infra/db/batches.ts'
import { lockAgainstHolds } from '../../shared/partition-store.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import {
  countHolds,
  deleteEndedHolds,
  deleteHold,
  deleteReleasedRows,
  isKnown,
  listHoldRows,
  lockHolds,
  upsertHold,
} from './hold-store.ts'

type HoldDeps = Pick<Deps, 'clock' | 'db'>
type HoldKey = { channelId: string; caseNumber: string }

export async function listHolds({ db }: Pick<Deps, 'db'>): Promise<ContentOf<typeof consoleApi.admin.listHolds>> {
  return { data: (await listHoldRows(db.read)).map(withDates) }
}

/**
 * Keeps the data of a person and of the person's channel, for `seconds` or until the hold is lifted. Everything that can be
 * seen when it returns is kept. A hold of the same case gets the reason and the end.
 */
export async function placeHold(
  { channelId, caseNumber, reason, seconds }: HoldKey & { reason: string; seconds: number | undefined },
  { clock, db }: HoldDeps,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await lockHolds(tx)
    if (!(await isKnown(tx, channelId))) throw noAccount(channelId)
    const endsAt = seconds === undefined ? null : now + seconds * 1000
    await upsertHold(tx, { channel_id: channelId, case_number: caseNumber, reason, created_at: now, ends_at: endsAt })
    const most = limits.holds
    if ((await countHolds(tx)) > most) throw new Refusal('badInput', errorReason('TOO_MANY_HOLDS', { most }))
    const detail = { caseNumber, reason, endDate: utcSecondOrNull(endsAt) }
    await recordAudit(tx, now, { action: 'hold.placed', channelId, detail })
  })
}

/** Lifts a hold. Without another one, a sweep deletes what it kept. */
export async function liftHold({ channelId, caseNumber }: HoldKey, { clock, db }: HoldDeps): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteHold(tx, channelId, caseNumber))) throw new Refusal('notFound', 'NO_SUCH_HOLD')
    await recordAudit(tx, clock.now(), { action: 'hold.lifted', channelId, detail: { caseNumber } })
  })
}

/** Lifts the holds whose end has come, and deletes what no hold keeps any more. */
export async function sweepHolds({ clock, db }: HoldDeps): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    for (const { channel_id: channelId, case_number: caseNumber } of await deleteEndedHolds(tx, now))
      await recordAudit(tx, now, { action: 'hold.lifted', channelId, detail: { caseNumber } })
  })
  await deleteInBatches(db, async (tx, limit) => {
    await lockAgainstHolds(tx)
    return deleteReleasedRows(tx, limit)
  })
}

export function noAccount(channelId: string): Refusal {
  return new Refusal('notFound', errorReason('NO_SUCH_ACCOUNT', { channelId }))
}
