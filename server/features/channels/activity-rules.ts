/** What happened in a channel, and its place in the list that it stands in. */
export type ActivityEntry = { position: number; at: number }

/** For each list the position that was read last, from its newest end; what follows lies before it. */
export type ActivityPositions<Kind extends string> = Readonly<Record<Kind, number>>

/**
 * The newest of several lists as one, and where to read on; null at the end. Each list is in the order of its positions, the
 * highest first, and stays so whatever the clock does, so that nothing is shown twice or left out when one reads on; one that
 * was not asked for keeps its place.
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
      // A list of which nothing was shown goes on above its newest, so that what comes meanwhile stays out.
      const position =
        count > 0
          ? lists[kind]?.[count - 1]?.position
          : Math.min(positions[kind], (lists[kind]?.[0]?.position ?? 0) + 1)
      return [kind, position]
    }),
  ) as Partial<ActivityPositions<Kind>>
  return { entries, next: head === null ? null : { ...positions, ...readPositions } }
}
