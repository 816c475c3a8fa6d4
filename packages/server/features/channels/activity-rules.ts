/** Something that happened in a channel, and its position in the list of its kind. */
export type ActivityEntry = { position: number; at: number }

/** The position that was read last in each list. Older entries have lower positions. */
export type ActivityPositions<Kind extends string> = Readonly<Record<Kind, number>>

/**
 * Merges lists into one, newest first, and returns where the next page starts; null at the end. Each list is
 * ordered by position, which never changes, so paging neither repeats nor skips an entry. A list that was not
 * requested keeps its position.
 */
export function mergeNewest<Kind extends string, Entry extends ActivityEntry & { kind: Kind }>(
  lists: Readonly<Partial<Record<Kind, readonly Entry[]>>>,
  positions: ActivityPositions<Kind>,
  size: number,
): { entries: Entry[]; next: ActivityPositions<Kind> | null } {
  const kinds = Object.keys(lists) as Kind[]
  const takenByKind = new Map(kinds.map((kind) => [kind, 0]))
  const entries: Entry[] = []
  const newestHead = () => {
    const heads = kinds.flatMap((kind) => lists[kind]?.[takenByKind.get(kind) ?? 0] ?? [])
    return heads.reduce<Entry | null>((newest, head) => (newest === null || head.at > newest.at ? head : newest), null)
  }
  let head = newestHead()
  for (; head !== null && entries.length < size; head = newestHead()) {
    entries.push(head)
    takenByKind.set(head.kind, (takenByKind.get(head.kind) ?? 0) + 1)
  }
  const readPositions = Object.fromEntries(
    kinds.map((kind) => {
      const count = takenByKind.get(kind) ?? 0
      // If a list has contributed no entry yet, its next page starts at its newest entry of now, so that later
      // entries stay out.
      const position =
        count > 0
          ? lists[kind]?.[count - 1]?.position
          : Math.min(positions[kind], (lists[kind]?.[0]?.position ?? 0) + 1)
      return [kind, position]
    }),
  ) as Partial<ActivityPositions<Kind>>
  return { entries, next: head === null ? null : { ...positions, ...readPositions } }
}
