import { limits } from '@onair/contract'
import { strings } from '../../locales/index.ts'

const { validation: t } = strings('studio')

/** The error in a title, or null. The server validates again. */
export function validateTitle(title: string): string | null {
  if (title.trim() === '') return t.emptyTitle
  return Array.from(title.normalize('NFC')).length > limits.liveTitleLength ? t.longTitle : null
}

/** The error in tags, or null. A tag has letters and digits of any script. */
export function validateTags(tags: readonly string[]): string | null {
  for (const tag of tags.map((one) => one.normalize('NFC'))) {
    if (!/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u.test(tag)) return t.letters(tag)
    if (Array.from(tag).length > limits.liveTagLength) return t.longTag(tag)
  }
  return tags.length > limits.liveTags ? t.tooManyTags : null
}
