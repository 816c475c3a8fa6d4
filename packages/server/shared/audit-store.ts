import type { AuditAction } from '@onair/contract'
import { sql } from 'kysely'
import type { Tx } from '../infra/db/db.ts'
import { currentActor } from '../infra/actor.ts'
import { currentTraceId } from '../infra/trace.ts'

type Entry = {
  action: AuditAction
  /** The account or channel concerned. */
  channelId?: string | null
  clientId?: string | null
  /** The person who acts, where the request began without a session. */
  personId?: string
  /** Never a secret, an email address or a name of a person. */
  detail?: Readonly<Record<string, string | number | boolean | readonly string[] | null>>
}

/**
 * Writes an entry of the audit log in the transaction of the change, with the actor and the network of the request.
 * Decision 27.
 */
export async function recordAudit(tx: Tx, at: number, entry: Entry): Promise<void> {
  await tx.insertInto('audit_log').values(rowOf(at, entry)).execute()
}

/** Like `recordAudit`, for changes of one transaction, at most 1,000. */
export async function recordAuditOfEach(tx: Tx, at: number, entries: Entry[]): Promise<void> {
  const rows = entries.map((entry) => rowOf(at, entry))
  await tx.insertInto('audit_log').values(rows).execute()
}

/** Records a failed sign-in. Those from one network to one account are one entry a minute. */
export async function recordSignInFailure(tx: Tx, at: number, channelId: string | null): Promise<void> {
  const row = rowOf(at, { action: 'account.sign_in_failed', channelId })
  const isFull = (await countFailureEntries(tx, at)) >= maxFailuresPerMinute
  await tx
    .insertInto('audit_log')
    .values(isFull ? { ...row, network: null, channel_id: null } : row)
    .onConflict((conflict) =>
      conflict
        .expression(sql`network, channel_id, (at / 60000)`)
        // A parameter would hide from the planner that the partial index applies.
        .where(sql<boolean>`action = 'account.sign_in_failed'`)
        .doUpdateSet({ count: sql`audit_log.count + 1`, last_at: at }),
    )
    .execute()
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

function rowOf(at: number, { action, channelId = null, clientId = null, personId, detail = {} }: Entry) {
  const { network, actor } = currentActor()
  return {
    action,
    at,
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
