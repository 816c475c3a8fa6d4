import { consoleInspector } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import * as records from '../inspector/list-records.ts'
import { whyNot } from '../inspector/why-not.ts'
import { requireOwnApp } from './own-app.ts'

export const listRecords = defineHandler(consoleInspector.listRecords, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  return records.listRecords({ by: 'owner', clientId }, call.query, deps)
})

export const explainOwn = defineHandler(consoleInspector.whyNot, async (call, deps) =>
  whyNot(await requireOwnApp(call, deps), call.query, deps, { isOwner: true }),
)
