import { limits } from '@onair/contract'
import { codePoints, refusalOfText } from '../../kit/text.ts'

/** What a channel's broadcasts are called until its owner says. */
export function titleShown(chosen: string | null, channelName: string): string {
  return chosen ?? `${channelName}의 방송`
}

/** A title as it is stored (NFC), or why it is refused: 1 to 100 characters, one of them to be seen. */
export function titleOf(given: string): { title: string } | { refused: string } {
  if (given.length > limits.messageUnits) return { refused: 'longer than 100 characters' }
  const refusal = refusalOfText(given)
  if (refusal) return { refused: refusal }
  const title = given.normalize('NFC')
  if (codePoints(title) > limits.liveTitleLength) return { refused: 'longer than 100 characters' }
  if (!/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{S}\p{P}]/u.test(title)) return { refused: 'empty' }
  return { title }
}

/**
 * Tags as they are stored (NFC; one that comes twice is kept once), or why they are refused. A tag is made of letters and
 * digits of any script, with the marks that belong to them.
 */
export function tagsOf(given: readonly string[]): { tags: string[] } | { refused: string } {
  const tags: string[] = []
  for (const one of given) {
    if (one.length > limits.messageUnits) return { refused: 'a tag longer than 20 characters' }
    const tag = one.normalize('NFC')
    if (tag === '') return { refused: 'an empty tag' }
    if (!/^(?!\p{M})(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{M}])+$/u.test(tag))
      return { refused: 'a tag with white space or special characters' }
    if (codePoints(tag) > limits.liveTagLength) return { refused: 'a tag longer than 20 characters' }
    if (!tags.includes(tag)) tags.push(tag)
  }
  return tags.length > limits.liveTags ? { refused: 'more than 5 tags' } : { tags }
}

/** Why a type and a category do not go together, or null. A type that stands alone must be that of the category that is set. */
export function refusalOfType(given: string | null, category: { type: string } | null): string | null {
  if (given === null) return null
  if (category === null) return 'a type without a category'
  return category.type === given ? null : `the category is of the type ${category.type}`
}
