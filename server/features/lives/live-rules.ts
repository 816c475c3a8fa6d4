import { limits } from '@onair/contract'
import { refusalReason, type RefusalReason } from '../../shared/refusal.ts'
import { countCodePoints, validateText } from '../../shared/text.ts'

const tooLong = refusalReason('TOO_LONG', { most: limits.liveTitleLength })
const tagTooLong = refusalReason('TAG_TOO_LONG', { most: limits.liveTagLength })

/** What a channel's broadcasts are called until its owner says. */
export function displayTitle(chosenTitle: string | null, channelName: string): string {
  return chosenTitle ?? `${channelName}의 방송`
}

/** A title as it is stored (NFC), or why it is refused: 1 to 100 characters, one of them to be seen. */
export function parseTitle(value: string): { title: string } | { refused: RefusalReason } {
  if (value.length > limits.messageCodeUnits) return { refused: tooLong }
  const refusal = validateText(value)
  if (refusal) return { refused: refusal }
  const title = value.normalize('NFC')
  if (countCodePoints(title) > limits.liveTitleLength) return { refused: tooLong }
  if (!/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{S}\p{P}]/u.test(title)) return { refused: 'EMPTY' }
  return { title }
}

/**
 * Tags as they are stored (NFC; one that comes twice is kept once), or why they are refused. A tag is made of letters and
 * digits of any script, with the marks that belong to them.
 */
export function parseTags(values: readonly string[]): { tags: string[] } | { refused: RefusalReason } {
  const tags: string[] = []
  for (const value of values) {
    if (value.length > limits.messageCodeUnits) return { refused: tagTooLong }
    const tag = value.normalize('NFC')
    if (tag === '') return { refused: 'EMPTY_TAG' }
    if (!/^(?!\p{M})(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{M}])+$/u.test(tag))
      return { refused: 'INVALID_TAG_CHARACTERS' }
    if (countCodePoints(tag) > limits.liveTagLength) return { refused: tagTooLong }
    if (!tags.includes(tag)) tags.push(tag)
  }
  return tags.length > limits.liveTags
    ? { refused: refusalReason('TOO_MANY_TAGS', { most: limits.liveTags }) }
    : { tags }
}

/** Why a type and a category do not go together, or null. A type that stands alone must be that of the category that is set. */
export function refusalOfCategoryType(
  categoryType: string | null,
  category: { type: string } | null,
): RefusalReason | null {
  if (categoryType === null) return null
  if (category === null) return 'TYPE_WITHOUT_CATEGORY'
  return category.type === categoryType ? null : refusalReason('CATEGORY_TYPE_MISMATCH', { type: category.type })
}
