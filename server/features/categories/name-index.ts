import { foldCase } from '../../shared/text.ts'

type Named = { id: string; name_ko: string; name_en: string }

type Entry<T> = { name: string; item: T }

/** Finds the things whose Korean or English name holds a text, whatever its case and Unicode form. */
export type NameIndex<T> = { search(text: string, size: number): T[] }

/**
 * Names in memory, folded and in order: names that are the text or begin with it are neighbours there, and all others are
 * found in one long text of all names. The order of the answer: the same name, then names that begin with the text, then
 * names that hold it; among equals by the folded name that matched, then by id.
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
      // A thing has two names at the most.
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

/** Stands between names and in none of them. */
const separator = '\n'

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The first of `count` places where something holds that also holds at all later ones. */
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
