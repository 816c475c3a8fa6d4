import type { consoleApi, ContentOf } from '@onair/contract'
import { utcSecond, utcSecondOrNull } from '../../shared/dates.ts'
import { appQuota } from '../../shared/callers/quota-kinds.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { countFailedCalls } from './traffic/get-traffic.ts'
import { daysLeft } from './idle-rules.ts'
import { listRemovedScopes, listScopeUsage, listSecretDates, loadOwnedApp, teamOf } from './owned-app-store.ts'

/** An application as a person with a role sees it: settings, secrets, scopes, and the quota used so far. */
export async function getApp(
  { channelId, clientId }: { channelId: string; clientId: string },
  { clock, config, counters, db }: Pick<Deps, 'clock' | 'config' | 'counters' | 'db'>,
): Promise<Omit<ContentOf<typeof consoleApi.apps.getApp>, 'neededProfile'>> {
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  const app = await loadOwnedApp(db.read, channelId, clientId, now)
  if (app === null) throw new Refusal('notFound', 'NOT_YOUR_APP')
  const secrets = await listSecretDates(db.read, clientId, monotonicNow)
  const scopes = await listScopeUsage(db.read, clientId)
  const failedCalls = await countFailedCalls(clientId, { clock, db })
  return {
    clientId,
    name: app.name,
    role: app.role,
    team: teamOf(app),
    redirectUri: app.redirectUri,
    disabledReason: app.disabledReason,
    organizationId: app.organizationId,
    wireProfile: app.wireProfile,
    defaultWireProfile: config.wireProfile,
    createdDate: utcSecond(app.createdAt),
    lastUsedDate: utcSecondOrNull(app.lastUsedAt),
    daysLeft: daysLeft(app.idleMs),
    secrets: secrets.map(({ createdAt, expiresAt }) => ({
      createdDate: utcSecond(createdAt),
      expiryDate: utcSecondOrNull(expiresAt && expiresAt + now - monotonicNow),
    })),
    scopes: scopes.map(({ scope, people, calls, lastUsedAt }) => ({
      scope,
      people: people ?? 0,
      calls,
      failedCalls: failedCalls.get(scope) ?? 0,
      lastUsedDate: utcSecondOrNull(lastUsedAt),
    })),
    removedScopes: await listRemovedScopes(db.read, clientId),
    quota: {
      used: (await counters.read(appQuota, clientId, now)).count,
      limit: config.quotaPerApp,
      limitOfPerson: config.quotaPerToken,
    },
  }
}
