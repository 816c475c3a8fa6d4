/** What a list is filtered by, without what is not filled in, as it stands in an address. */
export function omitEmpty<F extends { [name: string]: unknown }>(filters: F): F {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')) as F
}
