import { limits } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { readSubject } from './create-report.ts'
import { countOpenWordCases, putCase } from './report-store.ts'

/**
 * Puts a message with a reviewed word into the reports, unless as many of its sender wait there as may. The message is sent
 * already: a failure is only logged.
 */
export async function reportWord(
  { channelId, messageId, word }: { channelId: string; messageId: string; word: string },
  { clock, db, log, random }: Pick<Deps, 'clock' | 'db' | 'log' | 'random'>,
): Promise<void> {
  const now = clock.now()
  try {
    await db.transaction(async (tx) => {
      const { snapshot, ...subject } = await readSubject(tx, { kind: 'MESSAGE', channelId, messageId })
      if ((await countOpenWordCases(tx, subject.person_id)) >= limits.reviewedMessages) return
      const row = { id: random.uuid(), kind: 'MESSAGE', ...subject, snapshot: JSON.stringify(snapshot) } as const
      await putCase(tx, { ...row, word, reported_at: now })
    })
  } catch (error) {
    log.error({ error, channelId }, 'message.not_reviewed')
  }
}
