import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Organization } from '../../infra/db/tables.ts'

/** Inserts or updates an organization. Keeps the representative if none is given, and the name if `keepName`. */
export async function putOrganization(tx: Tx, organization: Organization, { keepName = false } = {}) {
  const { name, channel_id, approved_at } = organization
  const updates = { approved_at, ...(!keepName && { name }), ...(channel_id !== null && { channel_id }) }
  await tx
    .insertInto('organization')
    .values(organization)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(updates))
    .execute()
}

export async function isApprovedOrganization(db: Reader, id: string): Promise<boolean> {
  return (await db.selectFrom('organization').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function accountExists(db: Reader, channelId: string): Promise<boolean> {
  const account = db.selectFrom('account').select('channel_id').where('channel_id', '=', channelId)
  return (await account.executeTakeFirst()) !== undefined
}

/** True for the representative that an operator named, and for accounts of the organization. */
export async function representsOrganization(db: Reader, channelId: string, organizationId: string): Promise<boolean> {
  const byOrganization = db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .where('channel_id', '=', channelId)
  if ((await byOrganization.executeTakeFirst()) !== undefined) return true
  const byAccount = db
    .selectFrom('account')
    .select('channel_id')
    .where('channel_id', '=', channelId)
    .where('organization_id', '=', organizationId)
  return (await byAccount.executeTakeFirst()) !== undefined
}

/** Lists the organizations that a person represents, by name. */
export function listRepresentedOrganizations(
  db: Reader,
  channelId: string,
): Promise<{ organizationId: string; name: string }[]> {
  return db
    .selectFrom('organization')
    .where((where) =>
      where.or([
        where('channel_id', '=', channelId),
        where('id', 'in', where.selectFrom('account').select('organization_id').where('channel_id', '=', channelId)),
      ]),
    )
    .select(['id as organizationId', 'name'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}
