import { dropsScope, limits, type consoleApi, type ContentOf } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { busMessage, callersTopic } from '../../shared/bus-messages.ts'
import { utcSecond } from '../../shared/dates.ts'
import { cutPage, decodeCursor } from '../../shared/list-cursor.ts'
import { errorReason, invalidField, reasonForField, Refusal } from '../../shared/refusal.ts'
import { hasVisibleCharacter, validateText } from '../../shared/text.ts'
import { queueMail, type QueueMailDeps } from '../mail/queue-mail.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { putApprovalEnded } from './organization-request-store.ts'
import {
  accountExists,
  deleteOrganization,
  deleteScopeOfOrganization,
  listOrganizations,
  loadOrganization,
  putOrganization,
  representsOrganization,
} from './organization-store.ts'
import { loadTeamRole } from './teams/team-store.ts'

type Organization = {
  organizationId: string
  name: string
  /** The verified representative. */
  channelId?: string | undefined
  /** Whether an existing organization keeps its name. */
  keepName?: boolean
}

/** An organization as it was before its approval changed it. */
export type ReplacedOrganization = { name: string; channelId: string | null }

/** A page of the approved organizations, by id. */
export async function listSiteOrganizations(
  next: string | undefined,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.admin.listSiteOrganizations>> {
  const [after] = next === undefined ? [] : decodeCursor(next, /^([^]+)$/)
  const size = limits.appListSize
  const rows = await listOrganizations(db.read, { after, limit: size + 1 })
  const { page, next: following } = cutPage(rows, size, ({ id }) => [id])
  return {
    data: page.map(({ id, channelId, channelName, approvedAt, ...organization }) => ({
      ...organization,
      organizationId: id,
      representative: channelId === null || channelName === null ? null : { channelId, channelName },
      apps: organization.apps ?? 0,
      approvedDate: utcSecond(approvedAt),
    })),
    page: { next: following },
  }
}

/**
 * Approves an organization. Approving it again updates its name, and its representative if one is given; it then returns
 * the earlier ones.
 */
export async function approveOrganization(
  { organizationId, name, channelId, keepName = false }: Organization,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ReplacedOrganization | null> {
  const now = clock.now()
  for (const [field, text] of Object.entries({ organizationId, name })) {
    const refusal = !hasVisibleCharacter(text) ? 'EMPTY' : validateText(text)
    if (refusal) throw invalidField(field, refusal)
  }
  return db.transaction((tx) => putApproved(tx, now, { organizationId, name, channelId, keepName }))
}

/** Writes an approval. */
export async function putApproved(
  tx: Tx,
  now: number,
  { organizationId, name, channelId, keepName = false }: Organization,
): Promise<ReplacedOrganization | null> {
  if (channelId !== undefined && !(await accountExists(tx, channelId)))
    throw invalidField('channelId', errorReason('NO_SUCH_ACCOUNT', { channelId }))
  const organization = { id: organizationId, name, channel_id: channelId ?? null, approved_at: now }
  const replaced = await putOrganization(tx, organization, { keepName })
  const detail = { organizationId, name }
  await recordAudit(tx, now, { action: 'organization.approved', channelId: channelId ?? null, detail })
  return replaced
}

/**
 * Ends the approval of an organization: no application can be registered for it any more, and its applications lose the
 * drops scope. Those who represent it see the reason and get a mail. Returns how many applications lost the scope.
 */
export async function revokeOrganization(
  { organizationId, reason: written }: { organizationId: string; reason: string },
  deps: QueueMailDeps & Pick<Deps, 'clock' | 'db'>,
): Promise<number> {
  if (!hasVisibleCharacter(written)) throw invalidField('reason', 'EMPTY')
  const reason = written.trim()
  const now = deps.clock.now()
  return deps.db.transaction(async (tx, publish) => {
    const revoked = await deleteOrganization(tx, organizationId)
    if (revoked === null) throw new Refusal('notFound', reasonForField('organizationId', 'NO_SUCH_ORGANIZATION'))
    const { name, representatives } = revoked
    const clientIds = await deleteScopeOfOrganization(tx, organizationId, dropsScope, now)
    const detail = { organizationId, name, reason }
    for (const channelId of representatives.length === 0 ? [null] : representatives)
      await recordAudit(tx, now, { action: 'organization.revoked', channelId, detail })
    for (const channelId of representatives) {
      const ended = { id: deps.random.uuid(), channel_id: channelId, organization_id: organizationId, name }
      await putApprovalEnded(tx, { ...ended, created_at: now, declined_at: now, answer: reason })
      await queueMail(tx, publish, { kind: 'ORGANIZATION_ENDED', channelId, name, answer: reason }, deps)
    }
    for (const clientId of clientIds) publish(busMessage(callersTopic, { clientId, channelId: null }))
    return clientIds.length
  })
}

/**
 * Whether an application may have the drops scope: it belongs to an approved organization, and its owner
 * represents that organization. Throws for an organization that is not approved, and for an owner who does not
 * represent it. Only an owner of the team of an organization takes it to an application outside of the team.
 * Specification, "Application registration rules", 3.
 */
export async function canHaveDrops(
  {
    organizationId,
    ownerChannelId: channelId,
    teamId,
  }: { organizationId?: string | undefined; ownerChannelId?: string | undefined; teamId?: string | null | undefined },
  db: Reader,
): Promise<boolean> {
  if (organizationId === undefined) return false
  const organization = await loadOrganization(db, organizationId)
  if (organization === null) throw invalidField('organizationId', 'NO_SUCH_ORGANIZATION')
  if (channelId === undefined) return true
  if (!(await representsOrganization(db, channelId, organizationId)))
    throw invalidField('ownerChannelId', 'NOT_REPRESENTATIVE')
  const ofTeam = organization.teamId
  if (ofTeam === null || ofTeam === teamId) return true
  if ((await loadTeamRole(db, { teamId: ofTeam, channelId })) !== 'OWNER')
    throw invalidField('organizationId', 'ORGANIZATION_OF_TEAM')
  return true
}
