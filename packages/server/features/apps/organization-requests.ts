import { limits, type BodyOf, type consoleApi, type ContentOf } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { utcSecond } from '../../shared/dates.ts'
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
  updateRequestDeclined,
} from './organization-request-store.ts'
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

/** The request of a person; null without. */
export async function getOrganizationRequest(
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.apps.getOrganizationRequest>> {
  const found = await loadOrganizationRequest(db.read, channelId)
  if (found === null) return { request: null }
  const { declinedAt, ...request } = found
  return { request: { ...request, isDeclined: declinedAt !== null } }
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
    data: rows.map(({ channelId, channelName, createdAt, ...request }) => ({
      ...request,
      person: { channelId, channelName },
      createdDate: utcSecond(createdAt),
    })),
  }
}

/** Approves a requested organization with the person as its representative, or declines it. */
export async function decideOrganizationRequest(
  { requestId, isApproved, answer = '' }: { requestId: string; isApproved: boolean; answer?: string | undefined },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const request = await lockOrganizationRequest(tx, requestId)
    if (request === null) throw new Refusal('notFound', 'NO_SUCH_REQUEST')
    const { channelId, organizationId } = request
    if (isApproved) {
      await putApproved(tx, now, request)
      await deleteOrganizationRequest(tx, channelId)
    } else {
      await updateRequestDeclined(tx, requestId, now, answer)
      await recordAudit(tx, now, { action: 'organization.declined', channelId, detail: { organizationId } })
    }
  })
}
