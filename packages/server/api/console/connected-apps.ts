import type { consoleApi } from '@onair/contract'
import { listConnectedApps } from '../../features/auth/list-connected-apps.ts'
import { withdrawConsent } from '../../features/auth/withdraw-consent.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const connectedApps: Handlers<typeof consoleApi.connectedApps> = {
  listConnectedApps: ({ caller }, deps) => listConnectedApps(caller.channelId, deps),

  async withdrawConsent({ caller: { channelId }, pathParams: { clientId } }, deps) {
    if (!(await withdrawConsent({ clientId, channelId }, deps))) throw new Refusal('notFound', 'APP_NOT_CONNECTED')
  },
}
