import type { AuditAction, WordsChange } from '@onair/contract'
import { sql } from 'kysely'
import type { Tx } from '../infra/db/db.ts'
import type { Deps } from '../infra/deps.ts'
import { currentActor } from '../infra/actor.ts'
import { currentTraceId } from '../infra/observability/trace.ts'

type Flat = Readonly<Record<string, string | number | boolean>>
type Entry = {
  action: AuditAction
  /** The account or channel concerned. */
  channelId?: string | null
  clientId?: string | null
  /** The person who acts, where the request began without a session. */
  personId?: string
  /** Never a secret, an email address or a name of a person, except a name that the site replaced. */
  detail?: Readonly<Record<string, string | number | boolean | readonly string[] | WordsChange | Flat | null>>
}

/**
 * Writes an entry of the audit log in the transaction of the change, with the actor and the network of the request. Equal
 * entries of a minute are one, with their count. Decision 14.
 */
export async function recordAudit(tx: Tx, at: number, entry: Entry): Promise<void> {
  await countEntries(tx, [rowOf(at, entry)])
}

/** Like `recordAudit`, for changes of one transaction, at most 1,000. */
export async function recordAuditOfEach(tx: Tx, at: number, entries: Entry[]): Promise<void> {
  const counted = new Map<string, AuditRow>()
  for (const entry of entries) {
    const row = rowOf(at, entry)
    const key = JSON.stringify(row)
    counted.set(key, { ...row, count: (counted.get(key)?.count ?? 0) + 1 })
  }
  // Two transactions with the same entries lock them in one order.
  const keys = [...counted.keys()].toSorted()
  await countEntries(
    tx,
    keys.flatMap((key) => counted.get(key) ?? []),
  )
}

/** Records a failed sign-in. */
export async function recordSignInFailure(
  channelId: string | null,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const at = clock.now()
  const row = rowOf(at, { action: 'account.sign_in_failed', channelId })
  await db.transaction(async (tx) => {
    const isFull = (await countFailureEntries(tx, at)) >= maxFailuresPerMinute
    await countEntries(tx, [isFull ? { ...row, network: null, channel_id: null } : row])
  })
}

/** Inserts an entry, or adds to the equal one of the minute, in one statement. The trace stays that of the first. */
async function countEntries(tx: Tx, rows: readonly AuditRow[]): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .expression(sql`(at / 60000), action, actor_kind, actor_id, channel_id, client_id, network, md5(detail::text)`)
        .doUpdateSet({
          count: sql`audit_log.count + excluded.count`,
          last_at: sql`greatest(audit_log.last_at, excluded.last_at)`,
        }),
    )
    .execute()
}

/** Whether who acts now has exported the data of the account since then. */
export async function hasRecordedExport(tx: Tx, { channelId, since }: { channelId: string; since: number }) {
  const { id } = currentActor().actor
  const entry = await tx
    .selectFrom('audit_log')
    .where('action', '=', 'account.exported')
    .where('channel_id', '=', channelId)
    .where('actor_id', 'is not distinct from', id)
    .where('last_at', '>', since)
    .select('position')
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

/** Beyond this, failures are one more entry, without their accounts and networks: many networks cannot fill the disk. */
const maxFailuresPerMinute = 600

async function countFailureEntries(tx: Tx, at: number): Promise<number> {
  const { entries } = await tx
    .selectFrom('audit_log')
    .where(sql<boolean>`action = 'account.sign_in_failed'`)
    .where('at', '>=', at - (at % 60_000))
    .where('at', '<=', at)
    .select(sql<number>`count(*)::int`.as('entries'))
    .executeTakeFirstOrThrow()
  return entries
}

type AuditRow = ReturnType<typeof rowOf>

function rowOf(at: number, { action, channelId = null, clientId = null, personId, detail = {} }: Entry) {
  const { network, actor } = currentActor()
  return {
    action,
    at,
    count: 1,
    last_at: at,
    actor_kind: personId === undefined ? actor.kind : ('person' as const),
    actor_id: personId ?? actor.id,
    channel_id: channelId,
    client_id: clientId,
    network,
    trace_id: currentTraceId() ?? null,
    detail: JSON.stringify(detail),
  }
}
