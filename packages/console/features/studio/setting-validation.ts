import { limits } from '@onair/contract'
import { strings } from '../../locales/index.ts'

const { validation: t } = strings('studio')

/** The characters of a title as the server counts them. */
export const countTitle = (title: string): number => Array.from(title.normalize('NFC')).length

/** The error in a title, or null, also for one that was never chosen. The server validates again. */
export function validateTitle(title: string | null): string | null {
  if (title === null) return null
  if (title.trim() === '') return t.emptyTitle
  return countTitle(title) > limits.liveTitleLength ? t.longTitle : null
}

/** The error in tags, or null. A tag has letters and digits of any script. */
export function validateTags(tags: readonly string[]): string | null {
  for (const tag of tags.map((one) => one.normalize('NFC'))) {
    if (!/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u.test(tag)) return t.letters(tag)
    if (Array.from(tag).length > limits.liveTagLength) return t.longTag(tag)
  }
  return tags.length > limits.liveTags ? t.tooManyTags : null
}
