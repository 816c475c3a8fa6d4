// The search parameters of page addresses.

/** The text parameters among `names`. The router parses a number in an address as a number. */
export function pickStrings<Name extends string>(
  names: readonly Name[],
  search: { [name: string]: unknown },
): { [name in Name]?: string } {
  const picked: { [name in Name]?: string } = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'string' || typeof value === 'number') picked[name] = String(value)
  }
  return picked
}

/** The parameter `name`, if it is one of `values`. */
export function pickOne<Name extends string, const Value extends string>(
  name: Name,
  values: readonly Value[],
  search: { [name: string]: unknown },
): { [name in Name]?: Value } {
  const picked: { [name in Name]?: Value } = {}
  const value = values.find((one) => one === search[name])
  if (value !== undefined) picked[name] = value
  return picked
}

/** The page number of a list, from 0; omitted for the first page. */
export function parsePage({ page }: { [name: string]: unknown }): { page?: number } {
  return typeof page === 'number' && Number.isInteger(page) && page > 0 && page < 1_000_000 ? { page } : {}
}

/** The filters that have a value. */
export function omitEmpty<F extends { [name: string]: unknown }>(filters: F): F {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')) as F
}
