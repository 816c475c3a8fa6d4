import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import { recordAudit } from '../../../shared/audit-store.ts'
import { utcSecond, withDates } from '../../../shared/dates.ts'
import { errorReason, invalidField, Refusal } from '../../../shared/refusal.ts'
import { compose } from '../../../shared/text.ts'
import type { Publish, Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { canMail } from '../../../shared/can-mail.ts'
import { validateAppName, type NameRules } from '../../../shared/naming/naming-rules.ts'
import { findTeamInvitations } from './team-invitation-store.ts'
import { lockTeamFor, requireMember } from './require-team.ts'
import { findHeir } from './team-rules.ts'
import {
  countTeamProperty,
  deleteTeamRow,
  findTeamsOf,
  insertMember,
  insertTeam,
  listMembers,
  loadTeamName,
  lockTeamCount,
  lockTeamsLedAlone,
  updateMemberRole,
  updateTeamName,
} from './team-store.ts'

type Team = { teamId: string; channelId: string }

/** The teams of a person, by name. */
export async function listTeams(
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.teams.listTeams>> {
  return { data: await findTeamsOf(db.read, channelId) }
}

/** Creates a team whose owner is the person. */
export async function createTeam(
  { channelId, name: input, rules }: { channelId: string; name: string; rules: NameRules },
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<{ teamId: string }> {
  const name = parseTeamName(input, rules)
  const now = clock.now()
  const teamId = random.uuid()
  await db.transaction(async (tx) => {
    await requireFewTeams(tx, channelId)
    await insertTeam(tx, { id: teamId, name, created_at: now })
    await insertMember(tx, { team_id: teamId, channel_id: channelId, role: 'OWNER', created_at: now })
    await recordAudit(tx, now, { action: 'team.created', channelId, detail: { teamId, name } })
  })
  return { teamId }
}

/** Throws 403 for a person who is in too many teams. Locks the number. */
export async function requireFewTeams(tx: Tx, channelId: string): Promise<void> {
  if ((await lockTeamCount(tx, channelId)) >= limits.teamsPerUser)
    throw new Refusal('forbidden', errorReason('TOO_MANY_TEAMS', { most: limits.teamsPerUser }))
}

/** A team as a member sees it. Only owners see the invitations. */
export async function getTeam(
  team: Team,
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'policy'>,
): Promise<ContentOf<typeof consoleApi.teams.getTeam>> {
  const { clock, db } = deps
  const { teamId } = team
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  const role = await requireMember(db.read, { ...team, role: 'VIEWER' })
  const members = await listMembers(db.read, teamId)
  const invitations = role === 'OWNER' ? await findTeamInvitations(db.read, { teamId, monotonicNow }) : []
  return {
    teamId,
    name: await loadTeamName(db.read, teamId),
    role,
    canMail: canMail(deps),
    members: members.map(({ isActive, ...member }) => ({ ...withDates(member), isSuspended: !isActive })),
    invitations: invitations.map(({ expiresAt, ...invitation }) => ({
      ...withDates(invitation),
      endDate: utcSecond(now + expiresAt - monotonicNow),
    })),
  }
}

export async function renameTeam(
  { name: input, rules, ...team }: Team & { name: string; rules: NameRules },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const name = parseTeamName(input, rules)
  const { teamId, channelId } = team
  await db.transaction(async (tx) => {
    await lockTeamFor(tx, { ...team, role: 'OWNER' })
    await updateTeamName(tx, teamId, name)
    await recordAudit(tx, clock.now(), { action: 'team.renamed', channelId, detail: { teamId, name } })
  })
}

/** Deletes a team that has no applications and organizations any more. */
export async function deleteTeam(team: Team, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const { teamId, channelId } = team
  await db.transaction(async (tx) => {
    const { name } = await lockTeamFor(tx, { ...team, role: 'OWNER' })
    const count = await countTeamProperty(tx, teamId)
    if (count > 0) throw new Refusal('badInput', errorReason('TEAM_NOT_EMPTY', { count }))
    await deleteTeamRow(tx, teamId)
    await recordAudit(tx, clock.now(), { action: 'team.deleted', channelId, detail: { teamId, name } })
  })
}

/**
 * Throws when people are in a team that would have no owner without this account, in the transaction that deletes it. A team
 * without other members is deleted with the account.
 */
export async function requireNoTeamLedAlone(tx: Tx, channelId: string): Promise<void> {
  const teams = await lockTeamsLedAlone(tx, channelId)
  if (teams.length === 0) return
  const names = teams.map(({ name }) => name).join(', ')
  throw new Refusal('badInput', errorReason('TEAMS_NEED_OWNER', { teams: names }))
}

type EndActivity<Deps> = (
  tx: Tx,
  publish: Publish,
  account: { channelId: string; now: number },
  deps: Deps,
) => Promise<void>

/**
 * Ends the activity of an account that others delete, after it made another member the owner of each team that would have none:
 * of those who can sign in, if there are any, the one of the highest role, and of these the one who joined first.
 */
export function passOnTeams<Deps>(endActivity: EndActivity<Deps>): EndActivity<Deps> {
  return async (tx, publish, { channelId, now }, deps) => {
    for (const { id: teamId } of await lockTeamsLedAlone(tx, channelId)) {
      const heir = findHeir(await listMembers(tx, teamId), channelId)
      if (heir === null || heir.role === 'OWNER') continue
      await updateMemberRole(tx, teamId, heir.channelId, 'OWNER')
      const detail = { teamId, role: 'OWNER' }
      await recordAudit(tx, now, { action: 'team.member_changed', channelId: heir.channelId, detail })
    }
    await endActivity(tx, publish, { channelId, now }, deps)
  }
}

/** A team is named like an application, because people who give consent see the name. */
function parseTeamName(input: string, rules: NameRules): string {
  const name = compose(input).trim()
  const refusal = validateAppName(name, rules)
  if (refusal) throw invalidField('name', refusal)
  return name
}
