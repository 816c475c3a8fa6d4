import type { Reader, Tx } from '../../../infra/db/db.ts'
import { countRows, firstOrNull, hasChanged } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

/** Invitations that can be used: the person who invited is still an owner who can sign in. */
function usable(db: Reader, monotonicNow: number) {
  return db
    .selectFrom('team_invitation')
    .innerJoin('team_member as inviter', (join) =>
      join
        .onRef('inviter.team_id', '=', 'team_invitation.team_id')
        .onRef('inviter.channel_id', '=', 'team_invitation.invited_by'),
    )
    .innerJoin('channel', 'channel.id', 'team_invitation.invited_by')
    .where('inviter.role', '=', 'OWNER')
    .where('channel.ended_at', 'is', null)
    .where('team_invitation.expires_at', '>', monotonicNow)
}

/** The invitations of a team that can be used, newest first. */
export function findTeamInvitations(db: Reader, { teamId, monotonicNow }: { teamId: string; monotonicNow: number }) {
  return usable(db, monotonicNow)
    .where('team_invitation.team_id', '=', teamId)
    .orderBy('team_invitation.created_at', 'desc')
    .orderBy('team_invitation.id')
    .select(['team_invitation.id as invitationId', 'team_invitation.role', 'channel.name as invitedBy'])
    .select(['team_invitation.created_at as createdAt', 'team_invitation.expires_at as expiresAt'])
    .execute()
}

/** The invitation with this token, with the names of the team and of the person who invited. */
export function loadTeamInvitation(db: Reader, hash: Buffer, monotonicNow: number) {
  return usable(db, monotonicNow)
    .innerJoin('team', 'team.id', 'team_invitation.team_id')
    .where('token_hash', '=', hash)
    .select(['team_invitation.team_id as teamId', 'team_invitation.role'])
    .select(['team.name as teamName', 'channel.name as invitedBy'])
    .$call(firstOrNull)
}

/** Deletes the invitations of a team that have expired, and returns how many are left. The team is locked. */
export async function countTeamInvitations(
  tx: Tx,
  { teamId, monotonicNow }: { teamId: string; monotonicNow: number },
): Promise<number> {
  await tx.deleteFrom('team_invitation').where('team_id', '=', teamId).where('expires_at', '<=', monotonicNow).execute()
  return tx.selectFrom('team_invitation').where('team_id', '=', teamId).$call(countRows)
}

export async function insertTeamInvitation(tx: Tx, invitation: Tables['team_invitation']): Promise<void> {
  await tx.insertInto('team_invitation').values(invitation).execute()
}

/** False when it was used or ended before. */
export function takeTeamInvitation(tx: Tx, hash: Buffer): Promise<boolean> {
  return tx.deleteFrom('team_invitation').where('token_hash', '=', hash).$call(hasChanged)
}

/** False when the team has no such invitation. */
export function deleteTeamInvitation(
  tx: Tx,
  { teamId, invitationId }: { teamId: string; invitationId: string },
): Promise<boolean> {
  return tx.deleteFrom('team_invitation').where('team_id', '=', teamId).where('id', '=', invitationId).$call(hasChanged)
}
