import type { sandboxApi } from '@onair/contract'
import { requireApp } from '@onair/server/features/apps/require-app.ts'
import { listRecords } from '@onair/server/features/inspector/list-records.ts'
import { explainMissingEvent } from '@onair/server/features/inspector/explain-missing-event.ts'
import { findSessionsOf } from '@onair/server/features/inspector/missing-event-store.ts'
import { invalidField, reasonForField, Refusal } from '@onair/server/shared/refusal.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'

export const inspector: Handlers<typeof sandboxApi.inspector> = {
  async listRecords({ query: { clientId, ...filter } }, deps) {
    if (clientId === undefined) return listRecords({ by: 'all' }, filter, deps)
    await requireApp(clientId, deps)
    return listRecords({ by: 'app', clientId }, filter, deps)
  },

  /** The application may be left out where `sessionKey` names one of its sessions. */
  async explainMissingEvent({ query: { clientId, ...query } }, deps) {
    const { sessionKey } = query
    if (clientId === undefined && sessionKey === undefined) throw invalidField('clientId', 'APP_NOT_SPECIFIED')
    const [session] = sessionKey === undefined ? [] : await findSessionsOf(deps.db.read, { sessionKey })
    const appId = clientId ?? session?.clientId
    if (appId === undefined) throw new Refusal('notFound', reasonForField('sessionKey', 'NO_SUCH_SESSION'))
    return explainMissingEvent(await requireApp(appId, deps), query, deps, { isOwner: false })
  },
}
