import { limits, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { recordAudit } from '../../../shared/audit-store.ts'
import { busMessage, callersTopic } from '../../../shared/bus-messages.ts'
import { utcSecond, utcSecondOrNull } from '../../../shared/dates.ts'
import { invalidField, reasonForField, Refusal } from '../../../shared/refusal.ts'
import { compose, requireReason } from '../../../shared/text.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { closeDeletedApp, type CloseAppSessions } from '../delete-app.ts'
import { validateAppName, type NameRules } from '../../../shared/naming/naming-rules.ts'
import { markAppDeleted, updateAppRow } from '../owned-app-store.ts'
import { countSiteApps, findSiteApps, lockSiteApp, updateAppDisabled } from './site-app-store.ts'

const dayMs = 86_400_000

/** A page of the applications of the site. Pages have numbers, as those of a person's applications. */
export async function listSiteApps(
  { search, isDisabled, sort = 'registered', page = 0 }: QueryOf<typeof consoleApi.admin.listSiteApps>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.admin.listSiteApps>> {
  const filters = { search: search === undefined ? undefined : compose(search).trim(), isDisabled }
  const size = limits.appListSize
  const totalCount = await countSiteApps(db.read, filters)
  const apps = await findSiteApps(db.read, filters, { sort, offset: page * size, size, since: clock.now() - dayMs })
  return {
    page,
    totalCount,
    totalPages: Math.ceil(totalCount / size),
    data: apps.map((app) => ({
      clientId: app.clientId,
      name: app.name,
      owner:
        app.channelId === null || app.channelName === null
          ? null
          : { channelId: app.channelId, channelName: app.channelName },
      team: app.teamId === null || app.teamName === null ? null : { teamId: app.teamId, name: app.teamName },
      redirectHost: hostOf(app.redirectUri),
      createdDate: utcSecond(app.createdAt),
      lastUsedDate: utcSecondOrNull(app.lastUsedAt),
      disabled: app.disabledAt === null ? null : { reason: app.disabledReason ?? '', date: utcSecond(app.disabledAt) },
      people: app.people,
      calls: app.calls,
      errorCalls: app.errorCalls,
    })),
  }
}

function hostOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  return host === '' ? protocol : host
}

/** Disables an application: everything of it ends as when it is deleted, and its owners see why. */
export async function disableApp(
  { clientId, reason }: { clientId: string; reason: string },
  closeSessions: CloseAppSessions,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  requireReason(reason)
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    await lockOrRefuse(tx, clientId)
    if (!(await updateAppDisabled(tx, clientId, { at: now, reason }))) throw new Refusal('badInput', 'APP_DISABLED')
    await closeDeletedApp(tx, publish, clientId, closeSessions)
    await recordAudit(tx, now, { action: 'app.disabled', clientId, detail: { reason } })
  })
}

export async function enableApp(clientId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await db.transaction(async (tx, publish) => {
    await lockOrRefuse(tx, clientId)
    if (!(await updateAppDisabled(tx, clientId, null))) throw new Refusal('notFound', 'APP_NOT_DISABLED')
    await recordAudit(tx, clock.now(), { action: 'app.enabled', clientId })
    publish(busMessage(callersTopic, { clientId, channelId: null }))
  })
}

/** Renames an application for the site: its owners keep the name for a while. */
export async function renameSiteApp(
  { clientId, name: input, rules }: { clientId: string; name: string; rules: NameRules },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const name = compose(input).trim()
  const refusal = validateAppName(name, rules)
  if (refusal) throw invalidField('name', refusal)
  const now = clock.now()
  await db.transaction(async (tx) => {
    await lockOrRefuse(tx, clientId)
    await updateAppRow(tx, clientId, { name, name_locked_until: now + limits.siteNameDays * dayMs })
    await recordAudit(tx, now, { action: 'app.updated', clientId, detail: { name } })
  })
}

/** Deletes an application of the site. It can be restored for a week. */
export async function deleteSiteApp(
  { clientId, reason }: { clientId: string; reason: string },
  closeSessions: CloseAppSessions,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  requireReason(reason)
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    await lockOrRefuse(tx, clientId)
    await markAppDeleted(tx, clientId, now)
    await closeDeletedApp(tx, publish, clientId, closeSessions)
    await recordAudit(tx, now, { action: 'app.deleted', clientId, detail: { reason } })
  })
}

async function lockOrRefuse(tx: Tx, clientId: string): Promise<void> {
  if ((await lockSiteApp(tx, clientId)) === null)
    throw new Refusal('notFound', reasonForField('clientId', 'NO_SUCH_APP'))
}
