import type { Deps } from '../../infra/deps.ts'
import { queueMail, type QueueMailDeps } from '../mail/queue-mail.ts'
import { markFailureMailed } from './health-store.ts'

/** Hours without a successful delivery after which the owner is sent a mail. */
const failingHours = 6
const batchSize = 100

/** Sends the owners of an application a mail about each endpoint that has been failing for hours, once per failure. */
export async function mailFailures(deps: QueueMailDeps & Pick<Deps, 'db'>): Promise<void> {
  const { clock, db, policy } = deps
  const failing = { now: clock.now(), failingMs: failingHours * 3_600_000, limit: batchSize, ...policy }
  for (let mailed = batchSize; mailed === batchSize;)
    mailed = await db.transaction(async (tx, publish) => {
      const endpoints = await markFailureMailed(tx, failing)
      for (const { clientId, url, appName, owners } of endpoints) {
        const mail = { kind: 'WEBHOOK_FAILING', clientId, appName, url, hours: failingHours } as const
        for (const channelId of owners) await queueMail(tx, publish, { ...mail, channelId }, deps)
      }
      return endpoints.length
    })
}
