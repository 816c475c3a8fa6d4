import { limits } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { loadBlockedWords, putBlockedWords } from '../../shared/chat/blocked-word-store.ts'
import { comparableText } from '../../shared/chat/blocked-words.ts'
import { errorReason, reasonForField, Refusal, type CodeOrReason } from '../../shared/refusal.ts'
import { countCodePoints, hasVisibleCharacter, validateText } from '../../shared/text.ts'
import type { Reader } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockAsModerator } from './require-moderator.ts'

/** The blocked words of a chat, in lower case. */
export async function listBlockedWords(channelId: string, db: Reader): Promise<string[]> {
  return toShownWords(await loadBlockedWords(db, channelId))
}

/** Replaces the blocked words of a chat. Words that differ in case, width or spaces around them are one. */
export async function updateBlockedWords(
  { channelId, moderatorChannelId }: { channelId: string; moderatorChannelId: string },
  input: readonly string[],
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  const words = [...new Set(input.map((word) => comparableText(word).trim()))].toSorted()
  const refusal = words.map(refusalToBlock).find((reason) => reason !== null)
  if (refusal) throw new Refusal('badInput', reasonForField('words', refusal))
  const isChanged = await db.transaction(async (tx) => {
    await lockAsModerator(tx, channelId, moderatorChannelId)
    const before = await loadBlockedWords(tx, channelId)
    const added = words.filter((word) => !before.includes(word))
    const removed = before.filter((word) => !words.includes(word))
    if (added.length === 0 && removed.length === 0) return false
    await putBlockedWords(tx, channelId, words)
    const detail = { words: words.length, added: toShownWords(added), removed: toShownWords(removed) }
    await recordAudit(tx, now, { action: 'blocked_words.changed', channelId, detail })
    return true
  })
  if (isChanged) metrics.actionDone('blocked_words.changed')
}

function toShownWords(words: readonly string[]): string[] {
  return words.map((word) => word.toLowerCase())
}

function refusalToBlock(word: string): CodeOrReason | null {
  if (!hasVisibleCharacter(word)) return 'EMPTY'
  if (countCodePoints(word) > limits.blockedWordLength)
    return errorReason('TOO_LONG', { most: limits.blockedWordLength })
  return validateText(word)
}
