import type { Value } from '@onair/contract/value-words'
import { isRequired } from '@onair/contract/operation-facts'

/** A field in a table: where it stands in the whole, and what it may be. */
export type Row = { path: string; required: boolean; schema: Value }

/** Every field of a value, those of what it holds after it: `data[].channelId`. */
export function rowsOf(schema: Value, before = ''): Row[] {
  const { list, object } = heldBy(schema)
  const inner = `${before}${list}`
  if (object === null) return []
  return object.flatMap(({ properties = {}, required }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const path = inner === '' ? name : `${inner}.${name}`
      return [{ path, required: isRequired({ required }, name), schema: property }, ...rowsOf(property, path)]
    }),
  )
}

/** The objects that stand in a value, in a list or beside null, and the brackets of the lists. */
function heldBy(schema: Value): { list: string; object: Value[] | null } {
  if (schema.properties) return { list: '', object: [schema] }
  if (schema.items) {
    const { list, object } = heldBy(schema.items)
    return { list: `[]${list}`, object }
  }
  const objects = (schema.anyOf ?? []).filter(({ properties }) => properties !== undefined)
  return { list: '', object: objects.length > 0 ? objects : null }
}

/** The same value without what has rows of its own. */
export function shallow(schema: Value): Value {
  if (schema.properties) return { type: 'object', ...(schema.description && { description: schema.description }) }
  if (schema.items) return { ...schema, items: shallow(schema.items) }
  return schema.anyOf ? { ...schema, anyOf: schema.anyOf.map(shallow) } : schema
}
