/** Tells which ids were not seen before. It remembers the last ones in this process, as many as `most`. */
export function createDeduplicator(capacity = 10_000): (id: string) => boolean {
  const recentIds = new Set<string>()
  return (id) => {
    if (recentIds.has(id)) return false
    recentIds.add(id)
    const [oldest] = recentIds
    if (recentIds.size > capacity && oldest !== undefined) recentIds.delete(oldest)
    return true
  }
}
