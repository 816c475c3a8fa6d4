import { causes, consoleApps, type EventType } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { appQuota } from '../../kit/quota-count.ts'
import { inField, Refusal } from '../../kit/refusal.ts'
import { changeApp } from '../apps/change-app.ts'
import { deleteApp } from '../apps/delete-app.ts'
import { daysLeft } from '../apps/idle-rules.ts'
import { faultOfName } from '../apps/naming-rules.ts'
import { findDroppedScopes, findOwnApps, findScopeUses, findSecretDates, loadOwnApp } from '../apps/own-app-store.ts'
import { findOrganizationsOf } from '../apps/organization-store.ts'
import { registerOwnApp } from '../apps/register-app.ts'
import { cutSession } from '../sessions/cut-session.ts'
import { endSessionsOfApp } from '../sessions/end-sessions-of-app.ts'
import { countHeldPlaces, findConnected } from '../sessions/session-list-store.ts'
import { ownApp } from './own-app.ts'

export const listOwnApps = handle(consoleApps.listApps, async ({ caller }, { clock, db }) => {
  const apps = await findOwnApps(db.read, caller.channelId, clock.now())
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

export const registerAnApp = handle(consoleApps.registerApp, ({ caller, body }, world) =>
  registerOwnApp({ ...body, ownerChannelId: caller.channelId }, world),
)

export const checkAppName = handle(
  consoleApps.checkName,
  async ({ query: { name } }, { config }) => faultOfName(name, config) ?? { fault: null, word: null },
)

export const readOwnApp = handle(consoleApps.readApp, async ({ caller, inPath: { clientId } }, world) => {
  const { clock, config, counters, db } = world
  const [now, onward] = [clock.now(), clock.onward()]
  const app = await loadOwnApp(db.read, caller.channelId, clientId, now)
  if (app === null) throw new Refusal('notFound', 'NO_APP_OF_YOURS')
  const [secrets, scopes] = [await findSecretDates(db.read, clientId, onward), await findScopeUses(db.read, clientId)]
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
      expiryDate: dateOrNull(expiresAt && expiresAt + now - onward),
    })),
    scopes: scopes.map(({ scope, people, calls, lastUsedAt }) => ({
      scope,
      people: people ?? 0,
      calls,
      lastUsedDate: dateOrNull(lastUsedAt),
    })),
    dropped: await findDroppedScopes(db.read, clientId),
    quota: {
      used: await counters.read(appQuota(clientId), now),
      limit: config.quotaPerApp,
      limitOfPerson: config.quotaPerToken,
    },
  }
})

export const changeOwnApp = handle(consoleApps.changeApp, async ({ caller, inPath: { clientId }, body }, world) => {
  await changeApp({ channelId: caller.channelId, clientId }, body, world)
  return null
})

export const deleteOwnApp = handle(consoleApps.deleteApp, async ({ caller, inPath: { clientId } }, world) => {
  await deleteApp({ channelId: caller.channelId, clientId }, endSessionsOfApp, world)
  return null
})

export const listOwnOrganizations = handle(consoleApps.listOrganizations, async ({ caller }, { db }) => ({
  data: await findOrganizationsOf(db.read, caller.channelId),
}))

export const listSessionsOfApp = handle(consoleApps.listAppSessions, async (call, world) => {
  const { clock, db } = world
  const { client_id: clientId } = await ownApp(call, world)
  const onward = clock.onward()
  const sessions = await findConnected(db.read, clientId)
  const heldBy = new Map<string, number>()
  for (const channelId of new Set(sessions.flatMap(({ ownerChannelId }) => ownerChannelId ?? [])))
    heldBy.set(channelId, await countHeldPlaces(db.read, { channelId }, onward))
  return {
    held: await countHeldPlaces(db.read, { clientId }, onward),
    data: sessions.map(({ key, ownerChannelId, ownerName, connectedAt, subscriptions }) => ({
      sessionKey: key,
      owner:
        ownerChannelId === null
          ? null
          : { channelId: ownerChannelId, channelName: ownerName ?? '', held: heldBy.get(ownerChannelId) ?? 0 },
      connectedDate: utcSecond(connectedAt),
      subscribedEvents: subscriptions.map(({ eventType, channelId }) => ({
        eventType: eventType as EventType,
        channelId,
      })),
    })),
  }
})

export const cutSessionOfApp = handle(consoleApps.cutAppSession, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  const { sessionKey } = call.inPath
  const cut = await cutSession({ sessionKey, clientId, reason: causes.CUT_BY_OWNER }, world)
  if (!cut) throw new Refusal('notFound', inField('sessionKey', 'NO_SUCH_SESSION'))
  return null
})

function dateOrNull(at: number | null): string | null {
  return at === null ? null : utcSecond(at)
}
