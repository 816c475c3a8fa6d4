/** Times in seconds since 1970. Values are read at the start and after each step. */
export type TimeGrid = { start: number; end: number; step: number }
/** A value for each time of the grid; null where there is none. */
export type Series = { name: string; values: (number | null)[] }

type Matrix = { result: { metric: Record<string, string>; values: [number, string][] }[] }

/** Calls the HTTP API of the Prometheus that serves the page. */
export async function askPrometheus<Data>(
  path: string,
  parameters: Record<string, string>,
  signal: AbortSignal,
): Promise<Data> {
  const url = new URL('../api/v1/' + path, location.href)
  url.search = new URLSearchParams(parameters).toString()
  const response = await fetch(url, { signal })
  const body = (await response.json()) as { data: Data; error?: string }
  if (!response.ok) throw new Error(body.error ?? 'status ' + response.status)
  return body.data
}

/** The series of the expressions, in the order of the expressions and of their names. */
export async function listSeries(
  expressions: { legend: string; expression: string }[],
  { start, end, step }: TimeGrid,
  signal: AbortSignal,
): Promise<Series[]> {
  const times = { start: String(start), end: String(end), step: String(step) }
  const count = Math.round((end - start) / step) + 1
  const found = await Promise.all(
    expressions.map(async ({ legend, expression }) => {
      const { result } = await askPrometheus<Matrix>('query_range', { query: expression, ...times }, signal)
      return result.map(({ metric, values }) => {
        const series: Series = {
          name: legend.replaceAll(/\{(\w+)\}/g, (_, label: string) => metric[label] ?? ''),
          values: Array.from({ length: count }, () => null),
        }
        // A quantile of nothing is NaN.
        for (const [time, text] of values)
          series.values[Math.round((time - start) / step)] = Number.isFinite(Number(text)) ? Number(text) : null
        return series
      })
    }),
  )
  return found.flatMap((series) => series.sort((a, b) => a.name.localeCompare(b.name)))
}
