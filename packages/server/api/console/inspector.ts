import type { consoleApi } from '@onair/contract'
import { requireOwnApp } from '../../features/apps/require-app.ts'
import { listRecords } from '../../features/inspector/list-records.ts'
import { explainMissingEvent } from '../../features/inspector/explain-missing-event.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const inspector: Handlers<typeof consoleApi.inspector> = {
  async listRecords({ caller: { channelId }, pathParams: { clientId }, query }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return listRecords({ by: 'owner', clientId }, query, deps)
  },

  async explainMissingEvent({ caller: { channelId }, pathParams: { clientId }, query }, deps) {
    const app = await requireOwnApp({ channelId, clientId }, deps)
    return explainMissingEvent(app, query, deps, { isOwner: true })
  },
}
