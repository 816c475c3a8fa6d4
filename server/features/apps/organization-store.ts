import type { Reader, Tx } from '../../world/db/db.ts'
import type { Organization } from '../../world/db/tables.ts'

/** Writes an organization down; its person stays where no other is named, and its name where it keeps that. */
export async function putOrganization(tx: Tx, organization: Organization, { keepsName = false } = {}) {
  const { name, channel_id, approved_at } = organization
  const changed = { approved_at, ...(!keepsName && { name }), ...(channel_id !== null && { channel_id }) }
  await tx
    .insertInto('organization')
    .values(organization)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute()
}

export async function isApproved(db: Reader, id: string): Promise<boolean> {
  return (await db.selectFrom('organization').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function isKnownPerson(db: Reader, channelId: string): Promise<boolean> {
  const found = db.selectFrom('account').select('channel_id').where('channel_id', '=', channelId)
  return (await found.executeTakeFirst()) !== undefined
}

/** Whether a person speaks for an organization: as the one an operator named, or by what their account says. */
export async function isVerifiedFor(db: Reader, channelId: string, organizationId: string): Promise<boolean> {
  const named = db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .where('channel_id', '=', channelId)
  if ((await named.executeTakeFirst()) !== undefined) return true
  const said = db
    .selectFrom('account')
    .select('channel_id')
    .where('channel_id', '=', channelId)
    .where('organization_id', '=', organizationId)
  return (await said.executeTakeFirst()) !== undefined
}

/** The organizations that a person speaks for, by name. */
export function findOrganizationsOf(
  db: Reader,
  channelId: string,
): Promise<{ organizationId: string; name: string }[]> {
  return db
    .selectFrom('organization')
    .where((is) =>
      is.or([
        is('channel_id', '=', channelId),
        is('id', 'in', is.selectFrom('account').select('organization_id').where('channel_id', '=', channelId)),
      ]),
    )
    .select(['id as organizationId', 'name'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}
