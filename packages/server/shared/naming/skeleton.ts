import { readFileSync } from 'node:fs'

let prototypes: ReadonlyMap<string, string> | null = null

/**
 * The skeleton of a text (UTS 39, 4): texts that look alike have the same. Without the reordering of bidiSkeleton: names with
 * bidirectional controls are refused.
 */
export function skeletonOf(text: string): string {
  prototypes ??= loadPrototypes()
  const visible = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return Array.from(visible, (character) => prototypes?.get(character) ?? character)
    .join('')
    .normalize('NFD')
}

/** The letters and digits as they look in lower and upper case: `Moon_1ight` and `moonlight` have the same. */
export function plainSkeletonOf(text: string): string {
  const seen = text.toLowerCase().replaceAll('i', 'I').replaceAll('5', 's')
  return lettersOf(skeletonOf(seen)).replaceAll('rn', 'm').replaceAll('vv', 'w')
}

/** Letters and digits that are visible, case-folded. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
}

/** The text without the marks on Latin, Greek and Cyrillic letters. In other scripts a mark makes another letter. */
export function withoutAccents(text: string): string {
  const marked = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu
  return text.normalize('NFKD').replace(marked, '$1').normalize('NFKC')
}

/** Reads the prototype of each character from the generated file. */
function loadPrototypes(): Map<string, string> {
  const lines = readFileSync(new URL('confusables.txt', import.meta.url), 'utf8').split('\n')
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .flatMap((line) => {
        const [prototype = '', characters = ''] = line.split(';')
        return characters.split(',').map((character) => [parseHex(character), parseHex(prototype)] as const)
      }),
  )
}

function parseHex(text: string): string {
  return String.fromCodePoint(...text.split(' ').map((codePoint) => parseInt(codePoint, 16)))
}
