/** What happened in a channel, and its place in the list that it stands in. */
export type Happened = { position: number; at: number }

/** For each list the position that was read last, from its newest end; what follows lies before it. */
export type Places<Kind extends string> = Readonly<Record<Kind, number>>

/**
 * The newest of several lists as one, and where to read on; null at the end. Each list is in the order of its positions, the
 * highest first, and stays so whatever the clock does, so that nothing is shown twice or left out when one reads on; one that
 * was not asked for keeps its place.
 */
export function newestOf<Kind extends string, H extends Happened & { kind: Kind }>(
  lists: Readonly<Partial<Record<Kind, readonly H[]>>>,
  places: Places<Kind>,
  size: number,
): { shown: H[]; next: Places<Kind> | null } {
  const kinds = Object.keys(lists) as Kind[]
  const taken = new Map(kinds.map((kind) => [kind, 0]))
  const shown: H[] = []
  const first = () => {
    const heads = kinds.flatMap((kind) => lists[kind]?.[taken.get(kind) ?? 0] ?? [])
    return heads.reduce<H | null>((newest, head) => (newest === null || head.at > newest.at ? head : newest), null)
  }
  let head = first()
  for (; head !== null && shown.length < size; head = first()) {
    shown.push(head)
    taken.set(head.kind, (taken.get(head.kind) ?? 0) + 1)
  }
  const read = Object.fromEntries(
    kinds.map((kind) => {
      const count = taken.get(kind) ?? 0
      // A list of which nothing was shown goes on above its newest, so that what comes meanwhile stays out.
      const place =
        count > 0 ? lists[kind]?.[count - 1]?.position : Math.min(places[kind], (lists[kind]?.[0]?.position ?? 0) + 1)
      return [kind, place]
    }),
  ) as Partial<Places<Kind>>
  return { shown, next: head === null ? null : { ...places, ...read } }
}
