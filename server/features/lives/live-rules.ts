import { limits } from '@onair/contract'
import { because, type Because } from '../../kit/refusal.ts'
import { codePoints, refusalOfText } from '../../kit/text.ts'

const tooLong = because('LONGER', { most: limits.liveTitleLength })
const longTag = because('TAG_TOO_LONG', { most: limits.liveTagLength })

/** What a channel's broadcasts are called until its owner says. */
export function titleShown(chosen: string | null, channelName: string): string {
  return chosen ?? `${channelName}의 방송`
}

/** A title as it is stored (NFC), or why it is refused: 1 to 100 characters, one of them to be seen. */
export function titleOf(given: string): { title: string } | { refused: Because } {
  if (given.length > limits.messageUnits) return { refused: tooLong }
  const refusal = refusalOfText(given)
  if (refusal) return { refused: refusal }
  const title = given.normalize('NFC')
  if (codePoints(title) > limits.liveTitleLength) return { refused: tooLong }
  if (!/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{S}\p{P}]/u.test(title)) return { refused: 'EMPTY' }
  return { title }
}

/**
 * Tags as they are stored (NFC; one that comes twice is kept once), or why they are refused. A tag is made of letters and
 * digits of any script, with the marks that belong to them.
 */
export function tagsOf(given: readonly string[]): { tags: string[] } | { refused: Because } {
  const tags: string[] = []
  for (const one of given) {
    if (one.length > limits.messageUnits) return { refused: longTag }
    const tag = one.normalize('NFC')
    if (tag === '') return { refused: 'EMPTY_TAG' }
    if (!/^(?!\p{M})(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{M}])+$/u.test(tag))
      return { refused: 'TAG_CHARACTERS' }
    if (codePoints(tag) > limits.liveTagLength) return { refused: longTag }
    if (!tags.includes(tag)) tags.push(tag)
  }
  return tags.length > limits.liveTags ? { refused: because('TOO_MANY_TAGS', { most: limits.liveTags }) } : { tags }
}

/** Why a type and a category do not go together, or null. A type that stands alone must be that of the category that is set. */
export function refusalOfType(given: string | null, category: { type: string } | null): Because | null {
  if (given === null) return null
  if (category === null) return 'TYPE_WITHOUT_CATEGORY'
  return category.type === given ? null : because('TYPE_OF_ANOTHER_CATEGORY', { type: category.type })
}
