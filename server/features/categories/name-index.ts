import { fold } from '../../kit/text.ts'

type Named = { id: string; name_ko: string; name_en: string }

type Entry<T> = { name: string; thing: T }

/** Finds the things whose Korean or English name holds a text, whatever its case and Unicode form. */
export type NameIndex<T> = { search(text: string, size: number): T[] }

/**
 * Names in memory, folded and in order: names that are the text or begin with it are neighbours there, and all others are
 * found in one long text of all names. The order of the answer: the same name, then names that begin with the text, then
 * names that hold it; among equals by the folded name that matched, then by id.
 */
export function nameIndex<T extends Named>(things: T[]): NameIndex<T> {
  const entries: Entry<T>[] = things
    .flatMap((thing) => [...new Set([fold(thing.name_ko), fold(thing.name_en)])].map((name) => ({ name, thing })))
    .sort((a, b) => compare(a.name, b.name) || compare(a.thing.id, b.thing.id))
  const starts: number[] = []
  let length = 0
  for (const { name } of entries) {
    starts.push(length)
    length += name.length + 1
  }
  const all = entries.map(({ name }) => `${name}${separator}`).join('')

  return {
    search(text, size) {
      const wanted = fold(text)
      if (wanted.includes(separator)) return []
      const first = firstAt(entries.length, (at) => (entries[at] as Entry<T>).name >= wanted)
      const end = firstAt(entries.length, (at) => at >= first && !(entries[at] as Entry<T>).name.startsWith(wanted))
      // A thing has two names at the most.
      const beginning = entries.slice(first, Math.min(end, first + 2 * size)).map(({ thing }) => thing)
      const found = new Set<T>([...new Set(beginning)].slice(0, size))
      let hit = all.indexOf(wanted)
      while (found.size < size && hit !== -1) {
        const at = firstAt(starts.length, (start) => (starts[start] as number) > hit) - 1
        const { name, thing } = entries[at] as Entry<T>
        found.add(thing)
        hit = all.indexOf(wanted, (starts[at] as number) + name.length)
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
function firstAt(count: number, holds: (at: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
