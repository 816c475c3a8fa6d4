import { limits, type BodyOf, type consoleApi, type ContentOf } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { withDates } from '../../shared/dates.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import { hasVisibleCharacter } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  deleteOrganizationRequest,
  findOrganizationRequests,
  loadOrganizationRequest,
  lockOrganizationRequest,
  lockRequestCount,
  putOrganizationRequest,
  updateRequestDecided,
} from './organization-request-store.ts'
import { queueMail, type QueueMailDeps } from '../mail/queue-mail.ts'
import { putApproved } from './organizations.ts'

/** Asks the operators to approve an organization that the person represents. Replaces an earlier request of the person. */
export async function requestOrganization(
  {
    channelId,
    organizationId,
    name,
    note = '',
  }: { channelId: string } & BodyOf<typeof consoleApi.apps.putOrganizationRequest>,
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<void> {
  for (const [field, text] of Object.entries({ organizationId, name }))
    if (!hasVisibleCharacter(text)) throw invalidField(field, 'EMPTY')
  const now = clock.now()
  await db.transaction(async (tx) => {
    if ((await lockRequestCount(tx)) >= limits.organizationRequests) throw new Refusal('badInput', 'TOO_MANY_REQUESTS')
    const request = { id: random.uuid(), channel_id: channelId, organization_id: organizationId, name, note }
    await putOrganizationRequest(tx, { ...request, created_at: now })
    await recordAudit(tx, now, { action: 'organization.requested', channelId, detail: { organizationId, name } })
  })
}

/** The last request of a person; null without. */
export async function getOrganizationRequest(
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.apps.getOrganizationRequest>> {
  const found = await loadOrganizationRequest(db.read, channelId)
  if (found === null) return { request: null }
  const { decidedAt, outcome, ...request } = found
  return { request: { ...request, state: decidedAt === null ? 'WAITING' : outcome } }
}

export async function withdrawOrganizationRequest(channelId: string, { db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteOrganizationRequest(tx, channelId))) throw new Refusal('notFound', 'NO_SUCH_REQUEST')
  })
}

/** The requests that wait for a decision, the oldest first. */
export async function listOrganizationRequests({
  db,
}: Pick<Deps, 'db'>): Promise<ContentOf<typeof consoleApi.admin.listOrganizationRequests>> {
  const rows = await findOrganizationRequests(db.read, limits.organizationRequests)
  return {
    data: rows.map(({ channelId, channelName, ...request }) => ({
      ...withDates(request),
      person: { channelId, channelName },
    })),
  }
}

/** Approves a requested organization with the person as its representative, or declines it, and writes the person a mail. */
export async function decideOrganizationRequest(
  { requestId, isApproved, answer = '' }: { requestId: string; isApproved: boolean; answer?: string | undefined },
  deps: QueueMailDeps & Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  if (!isApproved && !hasVisibleCharacter(answer)) throw invalidField('answer', 'EMPTY')
  const now = deps.clock.now()
  await deps.db.transaction(async (tx, publish) => {
    const request = await lockOrganizationRequest(tx, requestId)
    if (request === null) throw new Refusal('notFound', 'NO_SUCH_REQUEST')
    const { channelId, organizationId, name } = request
    if (isApproved) {
      await putApproved(tx, now, request)
      await updateRequestDecided(tx, requestId, { outcome: 'APPROVED', answer: null, declined_at: now })
      await queueMail(tx, publish, { kind: 'ORGANIZATION_APPROVED', channelId, name }, deps)
    } else {
      const reason = answer.trim()
      await updateRequestDecided(tx, requestId, { outcome: 'DECLINED', answer: reason, declined_at: now })
      const detail = { organizationId, name, reason }
      await recordAudit(tx, now, { action: 'organization.declined', channelId, detail })
      await queueMail(tx, publish, { kind: 'ORGANIZATION_DECLINED', channelId, name, answer: reason }, deps)
    }
  })
}
