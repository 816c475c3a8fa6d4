import { hasTeamRole, type TeamRole } from '@onair/contract'
import { errorReason, Refusal } from '../../../shared/refusal.ts'

/** Throws 403 where the role of a member is less than the needed one. */
export function requireTeamRole(role: TeamRole, needed: TeamRole): void {
  if (!hasTeamRole(role, needed)) throw new Refusal('forbidden', errorReason('TEAM_ROLE_MISSING', { role: needed }))
}

type Member = { channelId: string; role: TeamRole; isActive: boolean }

/** Throws when a team would be left without an owner who can sign in. `role`: the new one of the member, null without. */
export function requireRemainingOwner(
  members: readonly Member[],
  { channelId, role }: { channelId: string; role: TeamRole | null },
): void {
  if (role === 'OWNER' || members.find((member) => member.channelId === channelId)?.role !== 'OWNER') return
  const remains = members.some((member) => member.role === 'OWNER' && member.isActive && member.channelId !== channelId)
  if (!remains) throw new Refusal('badInput', 'LAST_TEAM_OWNER')
}
