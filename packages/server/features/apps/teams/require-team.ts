import type { TeamRole } from '@onair/contract'
import { Refusal } from '../../../shared/refusal.ts'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { requireTeamRole } from './team-rules.ts'
import { loadTeamRole, lockTeam } from './team-store.ts'

export type TeamUse = { teamId: string; channelId: string; role: TeamRole }

/** Returns the role of a person in a team. Throws 404 for one who is no member, and 403 for one with a lesser role. */
export async function requireMember(db: Reader, { role: needed, ...use }: TeamUse): Promise<TeamRole> {
  const role = await loadTeamRole(db, use)
  if (role === null) throw new Refusal('notFound', 'NOT_YOUR_TEAM')
  requireTeamRole(role, needed)
  return role
}

/** Locks a team for a member who has the needed role, in the transaction that changes it. */
export async function lockTeamFor(tx: Tx, use: TeamUse): Promise<{ name: string }> {
  const team = await lockTeam(tx, use.teamId)
  if (team === null) throw new Refusal('notFound', 'NOT_YOUR_TEAM')
  await requireMember(tx, use)
  return team
}
