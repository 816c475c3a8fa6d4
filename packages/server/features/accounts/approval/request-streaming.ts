import type { SiteSettings } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { invalidField, Refusal } from '../../../shared/refusal.ts'
import { hasVisibleCharacter } from '../../../shared/text.ts'
import { lockAccount } from '../account-store.ts'
import { putStreamRequest } from './stream-request-store.ts'

/** Asks the people who run the site to let a person stream. */
export async function requestStreaming(
  { channelId, text }: { channelId: string; text: string },
  { streamers }: Pick<SiteSettings, 'streamers'>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  if (!hasVisibleCharacter(text)) throw invalidField('text', 'EMPTY')
  const now = clock.now()
  await db.transaction(async (tx) => {
    // An approval at the same time comes before or after.
    await lockAccount(tx, channelId)
    if (streamers !== 'APPROVED' || !(await putStreamRequest(tx, { channelId, text: text.trim(), now })))
      throw new Refusal('badInput', 'STREAM_REQUEST_NOT_NEEDED')
  })
}
