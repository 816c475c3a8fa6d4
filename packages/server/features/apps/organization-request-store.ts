import type { OrganizationOutcome } from '@onair/contract'
import { sql, type Insertable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { countRows, firstOrNull, hasChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** Replaces what a person asks for. */
export async function putOrganizationRequest(
  tx: Tx,
  request: Omit<Tables['organization_request'], 'declined_at' | 'answer' | 'outcome'>,
): Promise<void> {
  await tx
    .insertInto('organization_request')
    .values(request)
    .onConflict((conflict) =>
      conflict.column('channel_id').doUpdateSet({ ...request, declined_at: null, answer: null }),
    )
    .execute()
}

/** The last request of a person, which may be decided. */
export function loadOrganizationRequest(db: Reader, channelId: string) {
  return db
    .selectFrom('organization_request')
    .where('channel_id', '=', channelId)
    .select(['organization_id as organizationId', 'name', 'note', 'declined_at as decidedAt', 'outcome', 'answer'])
    .$call(firstOrNull)
}

/** The requests of active people that wait for a decision, the oldest first. */
export function findOrganizationRequests(db: Reader, limit: number) {
  return db
    .selectFrom('organization_request as request')
    .innerJoin('channel', 'channel.id', 'request.channel_id')
    .leftJoin('organization', 'organization.id', 'request.organization_id')
    .where('declined_at', 'is', null)
    .where('channel.ended_at', 'is', null)
    .orderBy('request.created_at')
    .orderBy('request.id')
    .limit(limit)
    .select(['request.id as requestId', 'request.organization_id as organizationId', 'request.name', 'note'])
    .select(['request.channel_id as channelId', 'channel.name as channelName', 'request.created_at as createdAt'])
    .select('organization.name as replaces')
    .execute()
}

/** Locks a request that waits for a decision. */
export function lockOrganizationRequest(tx: Tx, requestId: string) {
  return tx
    .selectFrom('organization_request')
    .where('id', '=', requestId)
    .where('declined_at', 'is', null)
    .select(['channel_id as channelId', 'organization_id as organizationId', 'name'])
    .forUpdate()
    .$call(firstOrNull)
}

export async function updateRequestDecided(
  tx: Tx,
  requestId: string,
  decision: { outcome: OrganizationOutcome; answer: string | null; declined_at: number },
): Promise<void> {
  await tx.updateTable('organization_request').set(decision).where('id', '=', requestId).execute()
}

/** Shows a person that an approval ended, unless the person asks for another organization. */
export async function putApprovalEnded(
  tx: Tx,
  ended: Omit<Insertable<Tables['organization_request']>, 'note' | 'outcome'>,
): Promise<void> {
  await tx
    .insertInto('organization_request')
    .values({ ...ended, note: '', outcome: 'ENDED' })
    .onConflict((conflict) =>
      conflict
        .column('channel_id')
        .doUpdateSet({ ...ended, outcome: 'ENDED' })
        .where('organization_request.declined_at', 'is not', null),
    )
    .execute()
}

/** Deletes what a person asks for. False when there is nothing. */
export function deleteOrganizationRequest(tx: Tx, channelId: string): Promise<boolean> {
  return tx.deleteFrom('organization_request').where('channel_id', '=', channelId).$call(hasChanged)
}

/** Counts the requests of active people that wait for a decision. */
export function countOrganizationRequests(db: Reader): Promise<number> {
  return db
    .selectFrom('organization_request')
    .innerJoin('channel', 'channel.id', 'organization_request.channel_id')
    .where('declined_at', 'is', null)
    .where('channel.ended_at', 'is', null)
    .$call(countRows)
}

/** Counts the requests that wait. Concurrent requests wait for this transaction. */
export async function lockRequestCount(tx: Tx): Promise<number> {
  await sql`lock table organization_request in share row exclusive mode`.execute(tx)
  return tx.selectFrom('organization_request').where('declined_at', 'is', null).$call(countRows)
}
