import { sandboxInspector } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { badField, inField, Refusal } from '../../kit/refusal.ts'
import { recordsOf } from '../inspector/records.ts'
import { whyNot } from '../inspector/why-not.ts'
import { findSessionsOf } from '../inspector/why-not-store.ts'
import { knownApp } from './known-app.ts'

export const listAllRecords = handle(
  sandboxInspector.listRecords,
  async ({ query: { clientId, ...filter } }, world) => {
    if (clientId === undefined) return recordsOf({ by: 'everybody' }, filter, world)
    await knownApp(clientId, world)
    return recordsOf({ by: 'app', clientId }, filter, world)
  },
)

/** A session tells whose it is. */
export const explain = handle(sandboxInspector.whyNot, async ({ query: { clientId, ...question } }, world) => {
  const { sessionKey } = question
  if (clientId === undefined && sessionKey === undefined) throw badField('clientId', 'WHICH_APP')
  const [session] = sessionKey === undefined ? [] : await findSessionsOf(world.db.read, { sessionKey })
  const ofWhom = clientId ?? session?.clientId
  if (ofWhom === undefined) throw new Refusal('notFound', inField('sessionKey', 'NO_SUCH_SESSION'))
  return whyNot(await knownApp(ofWhom, world), question, world, { isOwner: false })
})
