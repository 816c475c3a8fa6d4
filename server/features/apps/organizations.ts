import { badField } from '../../kit/refusal.ts'
import { refusalOfText } from '../../kit/text.ts'
import type { Reader } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { isApproved, isKnownPerson, isVerifiedFor, putOrganization } from './organization-store.ts'

type Organization = {
  organizationId: string
  name: string
  /** The person who is verified to speak for it. */
  channelId?: string | undefined
  /** Whether one that is there keeps its name. */
  keepsName?: boolean
}

/** An operator approves a company; approving it again changes its name, and its person where one is named. */
export async function approveOrganization(
  { organizationId, name, channelId, keepsName = false }: Organization,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  for (const [field, text] of Object.entries({ organizationId, name })) {
    const refused = text.trim() === '' ? 'EMPTY' : refusalOfText(text)
    if (refused) throw badField(field, refused)
  }
  await db.change(async (tx) => {
    if (channelId !== undefined && !(await isKnownPerson(tx, channelId))) throw badField('channelId', 'NO_SUCH_PERSON')
    const organization = { id: organizationId, name, channel_id: channelId ?? null, approved_at: now }
    await putOrganization(tx, organization, { keepsName })
  })
}

/**
 * Whether an application may have the drops scope: it belongs to an approved organization, and so does the person who
 * owns it. Specification, "Application registration rules", 3.
 */
export async function mayHaveDrops(
  { organizationId, ownerChannelId }: { organizationId?: string | undefined; ownerChannelId?: string | undefined },
  db: Reader,
): Promise<boolean> {
  if (organizationId === undefined) return false
  if (!(await isApproved(db, organizationId))) throw badField('organizationId', 'NO_SUCH_ORGANIZATION')
  if (ownerChannelId !== undefined && !(await isVerifiedFor(db, ownerChannelId, organizationId)))
    throw badField('ownerChannelId', 'NOT_OF_ORGANIZATION')
  return true
}
