import { hasTeamRole, teamRoles, type TeamRole } from '@onair/contract'
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

/** The member, of members by seniority, who becomes the owner when the account of the last one is deleted. Null without others. */
export function findHeir(members: readonly Member[], channelId: string): Member | null {
  const rank = ({ isActive, role }: Member) => (isActive ? teamRoles.length : 0) + teamRoles.indexOf(role)
  const [heir = null] = members
    .filter((member) => member.channelId !== channelId)
    .toSorted((one, other) => rank(other) - rank(one))
  return heir
}
