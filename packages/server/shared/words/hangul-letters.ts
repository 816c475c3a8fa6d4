const initials = Array.from('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ')
const vowels = 'ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ'.split(' ')
const finals =
  'ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(' ')

/**
 * The letters that are typed for a syllable (`발`: `ㅂㅏㄹ`), or for a letter on its own (`ㅘ`: `ㅗㅏ`), of a text in NFKC. Other
 * characters stay as they are.
 */
export function hangulLetters(character: string): string[] {
  const code = character.charCodeAt(0)
  const letters =
    initials[code - 0x1100] ?? vowels[code - 0x1161] ?? finals[code - 0x11a8] ?? lettersOfSyllable(code - 0xac00)
  return letters === null ? [character] : Array.from(letters)
}

function lettersOfSyllable(index: number): string | null {
  if (index < 0 || index >= 19 * 21 * 28) return null
  const final = finals[(index % 28) - 1] ?? ''
  return `${initials[Math.floor(index / 588)]}${vowels[Math.floor(index / 28) % 21]}${final}`
}
