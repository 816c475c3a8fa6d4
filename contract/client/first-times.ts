/** Tells which ids were not seen before. It remembers the last ones in this process, as many as `most`. */
export function firstTimes(most = 10_000): (id: string) => boolean {
  const seen = new Set<string>()
  return (id) => {
    if (seen.has(id)) return false
    seen.add(id)
    const [oldest] = seen
    if (seen.size > most && oldest !== undefined) seen.delete(oldest)
    return true
  }
}
