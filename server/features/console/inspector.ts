import { consoleInspector } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { recordsOf } from '../inspector/records.ts'
import { whyNot } from '../inspector/why-not.ts'
import { ownApp } from './own-app.ts'

export const listOwnRecords = handle(consoleInspector.listRecords, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  return recordsOf({ by: 'owner', clientId }, call.query, world)
})

export const explainOwn = handle(consoleInspector.whyNot, async (call, world) =>
  whyNot(await ownApp(call, world), call.query, world, { isOwner: true }),
)
