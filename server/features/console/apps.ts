import { failureCodes, consoleApps, type EventType } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import { appQuotaKey } from '../../shared/quota-keys.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { updateApp } from '../apps/update-app.ts'
import { deleteApp } from '../apps/delete-app.ts'
import { daysLeft } from '../apps/idle-rules.ts'
import { findNameFault } from '../apps/naming-rules.ts'
import {
  listDroppedScopes,
  listOwnedApps,
  listScopeUsage,
  listSecretDates,
  loadOwnedApp,
} from '../apps/owned-app-store.ts'
import { listRepresentedOrganizations } from '../apps/organization-store.ts'
import { registerOwnedApp } from '../apps/register-app.ts'
import { disconnectSession } from '../sessions/disconnect-session.ts'
import { endAppSessions } from '../sessions/end-app-sessions.ts'
import { countUsedSlots, findConnectedSessions } from '../sessions/session-list-store.ts'
import { requireOwnApp } from './own-app.ts'

export const listApps = defineHandler(consoleApps.listApps, async ({ caller }, { clock, db }) => {
  const apps = await listOwnedApps(db.read, caller.channelId, clock.now())
  return {
    data: apps.map(({ clientId, name, createdAt, lastUsedAt, idleMs, hasDrops }) => ({
      clientId,
      name,
      createdDate: utcSecond(createdAt),
      lastUsedDate: dateOrNull(lastUsedAt),
      daysLeft: daysLeft(idleMs),
      hasDrops,
    })),
  }
})

export const registerApp = defineHandler(consoleApps.registerApp, ({ caller, body }, deps) =>
  registerOwnedApp({ ...body, ownerChannelId: caller.channelId }, deps),
)

export const checkName = defineHandler(
  consoleApps.checkAppName,
  async ({ query: { name } }, { config }) => findNameFault(name, config) ?? { fault: null, word: null },
)

export const readApp = defineHandler(consoleApps.getApp, async ({ caller, pathParams: { clientId } }, deps) => {
  const { clock, config, counters, db } = deps
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  const app = await loadOwnedApp(db.read, caller.channelId, clientId, now)
  if (app === null) throw new Refusal('notFound', 'NOT_YOUR_APP')
  const [secrets, scopes] = [
    await listSecretDates(db.read, clientId, monotonicNow),
    await listScopeUsage(db.read, clientId),
  ]
  return {
    clientId,
    name: app.name,
    redirectUri: app.redirectUri,
    organizationId: app.organizationId,
    wireProfile: app.wireProfile,
    defaultWireProfile: config.wireProfile,
    createdDate: utcSecond(app.createdAt),
    lastUsedDate: dateOrNull(app.lastUsedAt),
    daysLeft: daysLeft(app.idleMs),
    secrets: secrets.map(({ createdAt, expiresAt }) => ({
      createdDate: utcSecond(createdAt),
      expiryDate: dateOrNull(expiresAt && expiresAt + now - monotonicNow),
    })),
    scopes: scopes.map(({ scope, people, calls, lastUsedAt }) => ({
      scope,
      people: people ?? 0,
      calls,
      lastUsedDate: dateOrNull(lastUsedAt),
    })),
    dropped: await listDroppedScopes(db.read, clientId),
    quota: {
      used: await counters.read(appQuotaKey(clientId), now),
      limit: config.quotaPerApp,
      limitOfPerson: config.quotaPerToken,
    },
  }
})

export const changeOwnApp = defineHandler(
  consoleApps.updateApp,
  async ({ caller, pathParams: { clientId }, body }, deps) => {
    await updateApp({ channelId: caller.channelId, clientId }, body, deps)
    return null
  },
)

export const deleteOwnApp = defineHandler(consoleApps.deleteApp, async ({ caller, pathParams: { clientId } }, deps) => {
  await deleteApp({ channelId: caller.channelId, clientId }, endAppSessions, deps)
  return null
})

export const listOrganizations = defineHandler(consoleApps.listOrganizations, async ({ caller }, { db }) => ({
  data: await listRepresentedOrganizations(db.read, caller.channelId),
}))

export const listAppSessions = defineHandler(consoleApps.listAppSessions, async (call, deps) => {
  const { clock, db } = deps
  const { client_id: clientId } = await requireOwnApp(call, deps)
  const monotonicNow = clock.monotonicNow()
  const sessions = await findConnectedSessions(db.read, clientId)
  const slotsByChannel = new Map<string, number>()
  for (const channelId of new Set(sessions.flatMap(({ ownerChannelId }) => ownerChannelId ?? [])))
    slotsByChannel.set(channelId, await countUsedSlots(db.read, { channelId }, monotonicNow))
  return {
    usedSlots: await countUsedSlots(db.read, { clientId }, monotonicNow),
    data: sessions.map(({ key, ownerChannelId, ownerName, connectedAt, subscriptions }) => ({
      sessionKey: key,
      owner:
        ownerChannelId === null
          ? null
          : {
              channelId: ownerChannelId,
              channelName: ownerName ?? '',
              usedSlots: slotsByChannel.get(ownerChannelId) ?? 0,
            },
      connectedDate: utcSecond(connectedAt),
      subscribedEvents: subscriptions.map(({ eventType, channelId }) => ({
        eventType: eventType as EventType,
        channelId,
      })),
    })),
  }
})

export const disconnectAppSession = defineHandler(consoleApps.disconnectAppSession, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  const { sessionKey } = call.pathParams
  const disconnected = await disconnectSession(
    { sessionKey, clientId, reason: failureCodes.DISCONNECTED_BY_OWNER },
    deps,
  )
  if (!disconnected) throw new Refusal('notFound', reasonForField('sessionKey', 'NO_SUCH_SESSION'))
  return null
})

function dateOrNull(at: number | null): string | null {
  return at === null ? null : utcSecond(at)
}
