import { limits, type consoleApi, type ContentOf, type TeamRole } from '@onair/contract'
import { recordAudit } from '../../../shared/audit-store.ts'
import { errorReason, Refusal } from '../../../shared/refusal.ts'
import { hashSecret, isIssuedCredential, newCredential } from '../../../shared/secrets.ts'
import type { Reader } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { lockTeamFor } from './require-team.ts'
import {
  countTeamInvitations,
  deleteTeamInvitation,
  insertTeamInvitation,
  loadTeamInvitation,
  takeTeamInvitation,
} from './team-invitation-store.ts'
import { insertMember, listMembers, lockTeam } from './team-store.ts'
import { requireFewTeams } from './teams.ts'

const dayMs = 86_400_000

type TeamOfOwner = { teamId: string; channelId: string }

/**
 * Creates a link by which one person joins a team with a role, and sends it to an address if one is given and mail is set. The
 * token is not stored.
 */
export async function createTeamInvitation(
  { teamId, channelId, role, email }: TeamOfOwner & { role: TeamRole; email: string | null },
  deps: QueueMailDeps & Pick<Deps, 'db'>,
): Promise<{ path: string; isMailed: boolean }> {
  const { clock, db, random } = deps
  const token = newCredential(deps)
  const path = `/console/teams/join#${token}`
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  const isMailed = await db.transaction(async (tx, publish) => {
    await lockTeamFor(tx, { teamId, channelId, role: 'OWNER' })
    if ((await countTeamInvitations(tx, { teamId, monotonicNow })) >= limits.teamInvitations)
      throw new Refusal('badInput', 'TOO_MANY_INVITATIONS')
    await insertTeamInvitation(tx, {
      id: random.uuid(),
      team_id: teamId,
      role,
      token_hash: hashSecret(token),
      invited_by: channelId,
      created_at: now,
      expires_at: monotonicNow + limits.teamInvitationDays * dayMs,
    })
    await recordAudit(tx, now, { action: 'team.invitation_created', channelId, detail: { teamId, role } })
    if (email === null) return false
    return queueMail(tx, publish, { kind: 'TEAM_INVITATION', channelId, email, path, role }, deps)
  })
  return { path, isMailed }
}

/** Ends an invitation for an owner of the team. */
export async function endTeamInvitation(
  { teamId, channelId, invitationId }: TeamOfOwner & { invitationId: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeamFor(tx, { teamId, channelId, role: 'OWNER' })
    if (!(await deleteTeamInvitation(tx, { teamId, invitationId }))) throw new Refusal('notFound', 'NO_SUCH_INVITATION')
    await recordAudit(tx, clock.now(), { action: 'team.invitation_deleted', channelId, detail: { teamId } })
  })
}

type TokenDeps = Pick<Deps, 'clock' | 'dataKey' | 'db'>

/** The team, the role and the person who invites, as the page of the link shows them. */
export async function readTeamInvitation(
  token: string,
  deps: TokenDeps,
): Promise<ContentOf<typeof consoleApi.teams.readTeamInvitation>> {
  const { teamName, role, invitedBy } = await requireInvitation(token, deps.db.read, deps)
  return { teamName, role, invitedBy }
}

/** Makes the person a member with the role of the invitation, which ends. */
export async function acceptTeamInvitation(
  { channelId, token }: { channelId: string; token: string },
  deps: TokenDeps,
): Promise<{ teamId: string }> {
  const { clock, db } = deps
  const now = clock.now()
  return db.transaction(async (tx) => {
    await requireFewTeams(tx, channelId)
    const { teamId } = await requireInvitation(token, tx, deps)
    await lockTeam(tx, teamId)
    // Again, because the invitation or the person who invited may have lost its right before the lock.
    const { role } = await requireInvitation(token, tx, deps)
    const members = await listMembers(tx, teamId)
    if (members.some((member) => member.channelId === channelId)) throw new Refusal('badInput', 'ALREADY_MEMBER')
    if (members.length >= limits.teamMembers)
      throw new Refusal('badInput', errorReason('TEAM_FULL', { most: limits.teamMembers }))
    if (!(await takeTeamInvitation(tx, hashSecret(token)))) throw new Refusal('badInput', 'INVITATION_ENDED')
    await insertMember(tx, { team_id: teamId, channel_id: channelId, role, created_at: now })
    await recordAudit(tx, now, { action: 'team.member_added', channelId, detail: { teamId, role } })
    return { teamId }
  })
}

async function requireInvitation(token: string, db: Reader, { clock, dataKey }: Omit<TokenDeps, 'db'>) {
  const found = isIssuedCredential(token, dataKey)
    ? await loadTeamInvitation(db, hashSecret(token), clock.monotonicNow())
    : null
  if (found === null) throw new Refusal('badInput', 'INVITATION_ENDED')
  return found
}
