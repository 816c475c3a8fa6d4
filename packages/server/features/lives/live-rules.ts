import {
  hasSiteRole,
  limits,
  type ErrorReason,
  type SiteRole,
  type StreamerGroup,
  type streamingRefusals,
} from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { errorReason, toErrorReason, type CodeOrReason } from '../../shared/refusal.ts'
import { compose, countCodePoints } from '../../shared/text.ts'

const tagTooLong = errorReason('TAG_TOO_LONG', { most: limits.liveTagLength })

type StreamerFacts = {
  streamers: StreamerGroup
  mayStream: boolean
  siteRole: SiteRole | null
  blockReason: string | null
  blockEndsAt: number | null
}
type StreamingRefusal = {
  [Code in (typeof streamingRefusals)[number]]: ErrorReason<Code>
}[(typeof streamingRefusals)[number]]

/** Why the site does not let a person go live, or null. A block holds for people with a role too. */
export function refusalToStream({
  streamers,
  mayStream,
  siteRole,
  blockReason,
  blockEndsAt,
}: StreamerFacts): StreamingRefusal | null {
  if (blockEndsAt !== null) return errorReason('STREAMING_BLOCKED_UNTIL', { date: utcSecond(blockEndsAt) })
  if (blockReason !== null) return toErrorReason('STREAMING_BLOCKED')
  if (streamers === 'ALL' || hasSiteRole(siteRole, 'OPERATOR')) return null
  if (streamers === 'OPERATORS') return toErrorReason('STREAMING_FOR_OPERATORS')
  return mayStream ? null : toErrorReason('STREAMING_FOR_APPROVED')
}

/** The title of a channel's lives in the open API: the chosen one, or a default. Pages have their own, by language. */
export function displayTitle(chosenTitle: string | null, channelName: string): string {
  return chosenTitle ?? `${channelName}의 방송`
}

/**
 * The tags in composed form (NFC) without duplicates, or why they are refused. A tag has letters and digits of any script
 * with their combining marks.
 */
export function parseTags(values: readonly string[]): { tags: string[] } | { refusal: CodeOrReason } {
  const tags: string[] = []
  for (const value of values) {
    if (value.length > limits.textCodeUnits) return { refusal: tagTooLong }
    const tag = compose(value)
    if (tag === '') return { refusal: 'EMPTY_TAG' }
    if (!/^(?!\p{M})(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{M}])+$/u.test(tag))
      return { refusal: 'INVALID_TAG_CHARACTERS' }
    if (countCodePoints(tag) > limits.liveTagLength) return { refusal: tagTooLong }
    if (!tags.includes(tag)) tags.push(tag)
  }
  return tags.length > limits.liveTags ? { refusal: errorReason('TOO_MANY_TAGS', { most: limits.liveTags }) } : { tags }
}

/** Why a type and a category do not match, or null. A type without category must match the current category. */
export function refusalOfCategoryType(
  categoryType: string | null,
  category: { type: string } | null,
): CodeOrReason | null {
  if (categoryType === null) return null
  if (category === null) return 'TYPE_WITHOUT_CATEGORY'
  return category.type === categoryType ? null : errorReason('CATEGORY_TYPE_MISMATCH', { type: category.type })
}
