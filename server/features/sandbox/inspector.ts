import { sandboxInspector } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { invalidField, reasonForField, Refusal } from '../../shared/refusal.ts'
import { listRecords } from '../inspector/list-records.ts'
import { whyNot } from '../inspector/why-not.ts'
import { findSessionsOf } from '../inspector/why-not-store.ts'
import { requireApp } from './known-app.ts'

export const listAllRecords = defineHandler(
  sandboxInspector.listRecords,
  async ({ query: { clientId, ...filter } }, deps) => {
    if (clientId === undefined) return listRecords({ by: 'all' }, filter, deps)
    await requireApp(clientId, deps)
    return listRecords({ by: 'app', clientId }, filter, deps)
  },
)

/** A session tells whose it is. */
export const explain = defineHandler(sandboxInspector.whyNot, async ({ query: { clientId, ...question } }, deps) => {
  const { sessionKey } = question
  if (clientId === undefined && sessionKey === undefined) throw invalidField('clientId', 'APP_NOT_SPECIFIED')
  const [session] = sessionKey === undefined ? [] : await findSessionsOf(deps.db.read, { sessionKey })
  const appId = clientId ?? session?.clientId
  if (appId === undefined) throw new Refusal('notFound', reasonForField('sessionKey', 'NO_SUCH_SESSION'))
  return whyNot(await requireApp(appId, deps), question, deps, { isOwner: false })
})
