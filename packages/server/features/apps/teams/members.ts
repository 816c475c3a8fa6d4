import type { TeamRole } from '@onair/contract'
import { recordAudit } from '../../../shared/audit-store.ts'
import { Refusal } from '../../../shared/refusal.ts'
import type { Deps } from '../../../infra/deps.ts'
import { lockTeamFor } from './require-team.ts'
import { requireRemainingOwner } from './team-rules.ts'
import { deleteMember, listMembers, updateMemberRole } from './team-store.ts'

type Change = { teamId: string; callerId: string; channelId: string }

/** Changes the role of a member for an owner. */
export async function setMemberRole(
  { teamId, callerId, channelId, role }: Change & { role: TeamRole },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeamFor(tx, { teamId, channelId: callerId, role: 'OWNER' })
    const members = await listMembers(tx, teamId)
    requireIn(members, channelId)
    requireRemainingOwner(members, { channelId, role })
    await updateMemberRole(tx, teamId, channelId, role)
    await recordAudit(tx, clock.now(), { action: 'team.member_changed', channelId, detail: { teamId, role } })
  })
}

/** Removes a member for an owner, or the caller. */
export async function removeMember(
  { teamId, callerId, channelId }: Change,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeamFor(tx, { teamId, channelId: callerId, role: callerId === channelId ? 'VIEWER' : 'OWNER' })
    const members = await listMembers(tx, teamId)
    requireIn(members, channelId)
    requireRemainingOwner(members, { channelId, role: null })
    await deleteMember(tx, teamId, channelId)
    await recordAudit(tx, clock.now(), { action: 'team.member_removed', channelId, detail: { teamId } })
  })
}

function requireIn(members: readonly { channelId: string }[], channelId: string): void {
  if (!members.some((member) => member.channelId === channelId)) throw new Refusal('notFound', 'NO_SUCH_MEMBER')
}
