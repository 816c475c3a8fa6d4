/** Texts that cost some parser the most for their length: separators, escapes, marks, nesting, and much of everything. */
export const worstTexts: Readonly<Record<string, (length: number) => string>> = {
  letters: repeat('a'),
  digits: repeat('1'),
  spaces: repeat(' '),
  'spaces with an end': (length) => `${' '.repeat(length - 1)}!`,
  'equals signs': repeat('='),
  commas: repeat(','),
  'commas with letters': repeat('a,'),
  semicolons: repeat('a;'),
  colons: repeat('a:'),
  dots: repeat('a.'),
  'at signs': repeat('a@a.'),
  slashes: repeat('a/'),
  backslashes: repeat('\\'),
  quotes: repeat('"\\'),
  brackets: repeat('['),
  'nested objects': repeat('{"a":'),
  ampersands: repeat('&'),
  'percent signs': repeat('%'),
  'marks out of order': (length) => `a${repeat('\u0301\u0323')(length - 1)}`,
  'compatibility characters': repeat('\uFDFA'),
  syllables: repeat('가'),
  'pairs of surrogates': repeat('💜'),
  placeholders: repeat('{:smile:}'),
  markup: repeat('<a href="'),
  'words of secrets': repeat('"token":"\\'),
}

function repeat(part: string): (length: number) => string {
  return (length) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
}

/** Names that all differ, the most that fit. */
export function distinctNames(length: number, separator: string): string {
  const names: string[] = []
  for (let size = 0; size < length; size += names.at(-1)!.length + separator.length)
    names.push(names.length.toString(36))
  return names.join(separator).slice(0, length)
}

/** A form may leave characters beyond ASCII as they are. */
export function encodeFormText(text: string): string {
  return text.replaceAll(/[^\u0080-\uffff]+/g, encodeURIComponent)
}
