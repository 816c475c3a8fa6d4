import { consoleConnections } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import { Refusal } from '../../shared/refusal.ts'
import { withdrawConsent } from '../auth/withdraw-consent.ts'
import { findConnections } from './connection-store.ts'

export const listConnections = defineHandler(consoleConnections.listConnections, async ({ caller }, { db }) => ({
  data: (await findConnections(db.read, caller.channelId)).map(
    ({ createdAt, firstUsedAt, lastUsedAt, ...connection }) => ({
      ...connection,
      createdDate: utcSecond(createdAt),
      firstUsedDate: firstUsedAt === null ? null : utcSecond(firstUsedAt),
      lastUsedDate: lastUsedAt === null ? null : utcSecond(lastUsedAt),
    }),
  ),
}))

export const withdraw = defineHandler(
  consoleConnections.withdrawConsent,
  async ({ caller, pathParams: { clientId } }, deps) => {
    if (!(await withdrawConsent({ clientId, channelId: caller.channelId }, deps)))
      throw new Refusal('notFound', 'APP_NOT_CONNECTED')
    return null
  },
)
