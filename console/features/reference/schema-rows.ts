import type { JsonSchema } from '@onair/tools/describe-schema'
import { isRequired } from '@onair/tools/operations'

/** A field in a table: where it stands in the whole, and what it may be. */
export type Row = { path: string; required: boolean; schema: JsonSchema }

/** Every field of a value, those of what it holds after it: `data[].channelId`. */
export function schemaRows(schema: JsonSchema, prefix = ''): Row[] {
  const { list, object } = nestedObjects(schema)
  const parentPath = `${prefix}${list}`
  if (object === null) return []
  return object.flatMap(({ properties = {}, required }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const path = parentPath === '' ? name : `${parentPath}.${name}`
      return [{ path, required: isRequired({ required }, name), schema: property }, ...schemaRows(property, path)]
    }),
  )
}

/** The objects that stand in a value, in a list or beside null, and the brackets of the lists. */
function nestedObjects(schema: JsonSchema): { list: string; object: JsonSchema[] | null } {
  if (schema.properties) return { list: '', object: [schema] }
  if (schema.items) {
    const { list, object } = nestedObjects(schema.items)
    return { list: `[]${list}`, object }
  }
  const objects = (schema.anyOf ?? []).filter(({ properties }) => properties !== undefined)
  return { list: '', object: objects.length > 0 ? objects : null }
}

/** The same value without what has rows of its own. */
export function withoutNested(schema: JsonSchema): JsonSchema {
  if (schema.properties) return { type: 'object', ...(schema.description && { description: schema.description }) }
  if (schema.items) return { ...schema, items: withoutNested(schema.items) }
  return schema.anyOf ? { ...schema, anyOf: schema.anyOf.map(withoutNested) } : schema
}
