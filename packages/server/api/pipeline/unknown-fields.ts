import { nearest } from '@onair/contract/nearest'
import type { TSchema } from 'typebox'
import { errorReason, type CodeOrReason } from '../../shared/refusal.ts'

export type UnknownField = { field: string; reason: CodeOrReason }

type Properties = Record<string, TSchema>

/** Longer names are shortened, and resemble no other. */
const maxNameLength = 60

/**
 * The first field of a JSON value that its schema does not have. Lists and objects in it are searched, a list as far as it
 * may be long: a longer one is refused.
 */
export function findUnknownField(schema: TSchema, value: unknown, path = ''): UnknownField | null {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    const { items, maxItems = Infinity } = schema as { items?: TSchema; maxItems?: number }
    if (items === undefined) return null
    for (const [index, item] of value.slice(0, maxItems).entries()) {
      const found = findUnknownField(items, item, `${path}[${index}]`)
      if (found !== null) return found
    }
    return null
  }
  const properties = propertiesOf(schema)
  if (properties === null) return null
  for (const [name, each] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property === undefined) return describe(name, path, Object.keys(properties))
    const found = findUnknownField(property, each, joinPath(path, name))
    if (found !== null) return found
  }
  return null
}

/** The first name of a query or form that the schema does not have, in any of the notations of lists and objects. */
export function findUnknownName(schema: TSchema, names: readonly string[]): UnknownField | null {
  const properties = propertiesOf(schema) ?? {}
  const fields = Object.values(properties).flatMap((property) => Object.keys(propertiesOf(property) ?? {}))
  const known = [...Object.keys(properties), ...fields]
  const name = names
    .values()
    .map((each) => each.split(/[.[]/, 1)[0] ?? '')
    .find((each) => !known.includes(each))
  return name === undefined ? null : describe(name, '', known)
}

/** The properties of an object, or of all objects that a union allows. Null where any name is allowed. */
function propertiesOf(schema: TSchema): Properties | null {
  const { anyOf, properties } = schema as { anyOf?: TSchema[]; properties?: Properties }
  if (anyOf === undefined) return properties ?? null
  const objects = anyOf.map(propertiesOf).filter((each) => each !== null)
  return objects.length === 0 ? null : Object.assign({}, ...objects)
}

function describe(name: string, path: string, known: string[]): UnknownField {
  const isLong = name.length > maxNameLength
  const field = joinPath(path, isLong ? `${name.slice(0, maxNameLength)}…` : name)
  const similar = isLong ? null : nearest(name, known)
  if (similar !== null) return { field, reason: errorReason('MISSPELLED_FIELD', { known: similar }) }
  return { field, reason: errorReason('UNKNOWN_FIELD', { known: known.join(', ') }) }
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
