import { recordAudit } from '../../shared/audit-store.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { updateOrganizationOwner } from './organization-store.ts'
import { lockTeamFor } from './teams/require-team.ts'

/** Lets a team represent an organization, or with null the person alone, for the person who decides about it. */
export async function transferOrganization(
  { channelId, organizationId, teamId }: { channelId: string; organizationId: string; teamId: string | null },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (teamId !== null) await lockTeamFor(tx, { teamId, channelId, role: 'OWNER' })
    if (!(await updateOrganizationOwner(tx, { organizationId, channelId, teamId })))
      throw new Refusal('notFound', 'NOT_YOUR_ORGANIZATION')
    const detail = { organizationId, teamId }
    await recordAudit(tx, clock.now(), { action: 'organization.transferred', channelId, detail })
  })
}
