import { disconnectCodes, type sandboxApi } from '@onair/contract'
import { requireApp } from '@onair/server/features/apps/require-app.ts'
import { disconnectSession } from '@onair/server/features/sessions/end-sessions.ts'
import { listConnectedSessions } from '../sessions/list-connected-sessions.ts'
import { reasonForField, Refusal } from '@onair/server/shared/refusal.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'

export const sessions: Handlers<typeof sandboxApi.sessions> = {
  async listSessions({ query: { clientId = null } }, deps) {
    if (clientId !== null) await requireApp(clientId, deps)
    return listConnectedSessions(clientId, deps)
  },

  async disconnectSession({ pathParams: { sessionKey } }, deps) {
    const code = disconnectCodes.DISCONNECTED_IN_SANDBOX
    if (!(await disconnectSession({ sessionKey, code }, deps)))
      throw new Refusal('notFound', reasonForField('sessionKey', 'NO_SUCH_SESSION'))
    return null
  },
}
