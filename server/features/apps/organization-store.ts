import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Organization } from '../../infra/db/tables.ts'

/** Writes an organization down; its person stays where no other is named, and its name where it keeps that. */
export async function putOrganization(tx: Tx, organization: Organization, { keepsName: keepName = false } = {}) {
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

/** Whether a person speaks for an organization: as the one an operator named, or by what their account says. */
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

/** The organizations that a person speaks for, by name. */
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
