// The search parameters of page addresses.

// The router merges the result with the parameters of the address, so an invalid one is returned as undefined.

/** The text parameters among `names`. The router parses a number in an address as a number. */
export function pickStrings<Name extends string>(
  names: readonly Name[],
  search: { [name: string]: unknown },
): { [name in Name]?: string } {
  const picked: { [name in Name]?: string } = {}
  for (const name of names) {
    const value = search[name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
    if (text !== undefined || name in search) Object.assign(picked, { [name]: text })
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
  if (name in search) Object.assign(picked, { [name]: values.find((one) => one === search[name]) })
  return picked
}

/** The text parameters among `names` that are valid. */
export function pickValid<Name extends string>(
  names: readonly Name[],
  isValid: (text: string) => boolean,
  search: { [name: string]: unknown },
): { [name in Name]?: string } {
  const texts = Object.entries<string | undefined>(pickStrings(names, search))
  return Object.fromEntries(
    texts.map(([name, text]) => [name, text !== undefined && isValid(text) ? text : undefined]),
  ) as { [name in Name]?: string }
}

/** The dates (`2026-07-26`) among the parameters `names`. */
export function pickDates<Name extends string>(
  names: readonly Name[],
  search: { [name: string]: unknown },
): { [name in Name]?: string } {
  return pickValid(names, isDate, search)
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The page number of a list, from 0; undefined for the first page. */
export function parsePage(search: { [name: string]: unknown }): { page?: number } {
  return pickInteger('page', search, 1_000_000)
}

/** The parameter `name`, if it is an integer from 1 up to `max`. */
export function pickInteger<Name extends string>(
  name: Name,
  search: { [name: string]: unknown },
  max = Number.MAX_SAFE_INTEGER,
): { [name in Name]?: number } {
  const picked: { [name in Name]?: number } = {}
  const value = search[name]
  const isValid = typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= max
  if (name in search) Object.assign(picked, { [name]: isValid ? value : undefined })
  return picked
}

/** The parameter `name`, if it is `true`. */
export function pickTrue<Name extends string>(
  name: Name,
  search: { [name: string]: unknown },
): { [name in Name]?: true } {
  const picked: { [name in Name]?: true } = {}
  if (name in search) Object.assign(picked, { [name]: search[name] === true || undefined })
  return picked
}

/** The filters that have a value. */
export function omitEmpty<F extends { [name: string]: unknown }>(filters: F): F {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')) as F
}
