/** A function that says whether a text has every word of the search, in any order and case. */
export function matcherOf(search: string): (text: string) => boolean {
  const words = search.normalize('NFC').toLowerCase().trim().split(/\s+/)
  return (text) => words.every((word) => text.toLowerCase().includes(word))
}
