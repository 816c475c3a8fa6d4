import type { consoleApi } from '@onair/contract'
import { listConnections } from '../../features/auth/list-connections.ts'
import { withdrawConsent } from '../../features/auth/withdraw-consent.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../handler.ts'

export const connections: Handlers<typeof consoleApi.connections> = {
  async listConnections({ caller }, deps) {
    return listConnections(caller.channelId, deps)
  },

  async withdrawConsent({ caller: { channelId }, pathParams: { clientId } }, deps) {
    if (!(await withdrawConsent({ clientId, channelId }, deps))) throw new Refusal('notFound', 'APP_NOT_CONNECTED')
    return null
  },
}
