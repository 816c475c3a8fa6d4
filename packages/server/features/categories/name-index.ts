import { foldCase } from '../../shared/text.ts'

type Named = { id: string; name_ko: string; name_en: string }

type Entry<T> = { name: string; item: T }

/** Finds items whose Korean or English name contains a text, ignoring case, width and Unicode form. */
export type NameIndex<T> = { search(text: string, size: number): T[] }

/**
 * Folded names in memory, sorted: names that start with the text are adjacent, and one long string of all
 * names finds the rest. Order of results: exact match, prefix matches, other matches; then by matching folded
 * name; then by id. Trigram indexes do not help with queries of one or two Korean letters, which are common.
 */
export function createNameIndex<T extends Named>(items: T[]): NameIndex<T> {
  const entries: Entry<T>[] = items
    .flatMap((item) => [...new Set([foldCase(item.name_ko), foldCase(item.name_en)])].map((name) => ({ name, item })))
    .sort((a, b) => compare(a.name, b.name) || compare(a.item.id, b.item.id))
  const offsets: number[] = []
  let length = 0
  for (const { name } of entries) {
    offsets.push(length)
    length += name.length + 1
  }
  const haystack = entries.map(({ name }) => `${name}${separator}`).join('')

  return {
    search(text, size) {
      const query = foldCase(text)
      if (query.includes(separator)) return []
      const first = lowerBound(entries.length, (at) => (entries[at] as Entry<T>).name >= query)
      const end = lowerBound(entries.length, (at) => at >= first && !(entries[at] as Entry<T>).name.startsWith(query))
      // An item has at most two names.
      const prefixMatches = entries.slice(first, Math.min(end, first + 2 * size)).map(({ item }) => item)
      const found = new Set<T>([...new Set(prefixMatches)].slice(0, size))
      let matchOffset = haystack.indexOf(query)
      while (found.size < size && matchOffset !== -1) {
        const at = lowerBound(offsets.length, (start) => (offsets[start] as number) > matchOffset) - 1
        const { name, item } = entries[at] as Entry<T>
        found.add(item)
        matchOffset = haystack.indexOf(query, (offsets[at] as number) + name.length)
      }
      return [...found]
    },
  }
}

/** Separates names; no name contains it. */
const separator = '\n'

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The first index of `count` from which on the predicate holds for every index. */
function lowerBound(count: number, predicate: (at: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (predicate(middle)) high = middle
    else low = middle + 1
  }
  return low
}
