/** Returns a function that is true for an id it has not seen before. It remembers the last `capacity` ids. */
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
