import type { LiveMeasure } from '@onair/contract'
import type { Publish, Tx } from '../../infra/db/db.ts'
import { queueMail, type QueueMailDeps } from './queue-mail.ts'

/** Returns what mails a streamer why the people who run the site acted on the live. The end of an age limit needs no mail. */
export function mailMeasure(deps: QueueMailDeps) {
  return async (
    tx: Tx,
    publish: Publish,
    measure: { channelId: string; measure: LiveMeasure; reason: string; block: { endsAt: number | null } | null },
  ): Promise<void> => {
    const { measure: taken } = measure
    if (taken === 'REMOVE_AGE_LIMIT') return
    await queueMail(tx, publish, { kind: 'LIVE_MODERATED', ...measure, measure: taken }, deps)
  }
}
