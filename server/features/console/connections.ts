import { consoleConnections } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import { withdrawConsent } from '../auth/withdraw.ts'
import { findConnections } from './connection-store.ts'

export const listOwnConnections = handle(consoleConnections.listConnections, async ({ caller }, { db }) => ({
  data: (await findConnections(db.read, caller.channelId)).map(({ createdAt, firstUsedAt, lastUsedAt, ...shown }) => ({
    ...shown,
    createdDate: utcSecond(createdAt),
    firstUsedDate: firstUsedAt === null ? null : utcSecond(firstUsedAt),
    lastUsedDate: lastUsedAt === null ? null : utcSecond(lastUsedAt),
  })),
}))

export const withdrawFromApp = handle(consoleConnections.withdraw, async ({ caller, inPath: { clientId } }, world) => {
  if (!(await withdrawConsent({ clientId, channelId: caller.channelId }, world)))
    throw new Refusal('notFound', 'NO_APP_YOU_ALLOWED')
  return null
})
