import { limits } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { errorReason, reasonForField, Refusal, type CodeOrReason } from '../../shared/refusal.ts'
import { countCodePoints, validateText } from '../../shared/text.ts'
import type { Reader } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadBlockedWords, putBlockedWords } from './blocked-word-store.ts'
import { comparableText } from './sending-rules.ts'

/** The blocked words of a chat, in lower case. */
export async function listBlockedWords(channelId: string, db: Reader): Promise<string[]> {
  return (await loadBlockedWords(db, channelId)).map((word) => word.toLowerCase())
}

/** Replaces the blocked words of a chat. Words that differ in case, width or spaces around them are one. */
export async function updateBlockedWords(
  channelId: string,
  input: readonly string[],
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  const words = [...new Set(input.map((word) => comparableText(word).trim()))].toSorted()
  const refusal = words.map(refusalToBlock).find((reason) => reason !== null)
  if (refusal) throw new Refusal('badInput', reasonForField('words', refusal))
  await db.transaction(async (tx) => {
    await putBlockedWords(tx, channelId, words)
    await recordAudit(tx, now, { action: 'blocked_words.changed', channelId, detail: { words: words.length } })
  })
}

function refusalToBlock(word: string): CodeOrReason | null {
  if (word === '') return 'EMPTY'
  if (countCodePoints(word) > limits.blockedWordLength)
    return errorReason('TOO_LONG', { most: limits.blockedWordLength })
  return validateText(word)
}
