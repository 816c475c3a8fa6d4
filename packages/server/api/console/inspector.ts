import type { consoleApi } from '@onair/contract'
import { requireApp } from '../../features/apps/require-app.ts'
import { listRecords } from '../../features/inspector/list-records.ts'
import { explainMissingEvent } from '../../features/inspector/explain-missing-event.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const inspector: Handlers<typeof consoleApi.inspector> = {
  listRecords: ({ pathParams: { clientId }, query }, deps) => listRecords({ by: 'owner', clientId }, query, deps),
  explainMissingEvent: async ({ pathParams: { clientId }, query }, deps) =>
    explainMissingEvent(await requireApp(clientId, deps), query, deps, { isOwner: true }),
}
