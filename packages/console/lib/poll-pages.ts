/**
 * A list with a cursor loads all of its pages again at each poll, one after the other. One with more pages is not polled;
 * `InfiniteList` says so and reloads it on request.
 */
export const polledPages = 5

type PagesQuery = { state: { data: { pages: readonly unknown[] } | undefined } }

/** The options of a query of a list with a cursor that is polled. */
export const pollPages = (intervalMs: number) => ({
  refetchInterval: (query: PagesQuery) => isPolled(query) && intervalMs,
  refetchOnWindowFocus: isPolled,
  refetchOnReconnect: isPolled,
})

function isPolled({ state: { data } }: PagesQuery): boolean {
  return (data?.pages.length ?? 0) <= polledPages
}
