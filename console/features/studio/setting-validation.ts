import { limits } from '@onair/contract'
import { localize } from '../../lib/language.ts'

/** What is wrong with a title, told while one types; the platform looks again. */
export function validateTitle(title: string): string | null {
  if (title.trim() === '') return t.empty
  return Array.from(title.normalize('NFC')).length > limits.liveTitleLength ? t.long : null
}

/** What is wrong with tags: letters and digits of any script, nothing else. */
export function validateTags(tags: readonly string[]): string | null {
  for (const tag of tags.map((one) => one.normalize('NFC'))) {
    if (!/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u.test(tag)) return t.letters(tag)
    if (Array.from(tag).length > limits.liveTagLength) return t.longTag(tag)
  }
  return tags.length > limits.liveTags ? t.many : null
}

const t = localize({
  ko: {
    empty: '제목은 비워 둘 수 없습니다.',
    long: `제목은 ${limits.liveTitleLength}자까지 쓸 수 있습니다.`,
    letters: (tag: string) => `“${tag}”: 태그에는 글자와 숫자만 쓸 수 있습니다.`,
    longTag: (tag: string) => `“${tag}”: 태그는 ${limits.liveTagLength}자까지 쓸 수 있습니다.`,
    many: `태그는 ${limits.liveTags}개까지 붙일 수 있습니다.`,
  },
  en: {
    empty: 'A title cannot be empty.',
    long: `A title has at most ${limits.liveTitleLength} characters.`,
    letters: (tag: string) => `“${tag}”: a tag is made of letters and digits alone.`,
    longTag: (tag: string) => `“${tag}”: a tag has at most ${limits.liveTagLength} characters.`,
    many: `There may be ${limits.liveTags} tags.`,
  },
})
