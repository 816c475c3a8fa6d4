import type { JsonSchema } from './describe-schema.ts'
import { isRequired } from './operations.ts'

/** A field in a table: its path in the value, and its schema. */
export type Row = { path: string; required: boolean; schema: JsonSchema }

/** Every field of a value, with nested fields: `data[].channelId`. */
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

/** The objects in a value, in a list or nullable, and the brackets of the lists. */
function nestedObjects(schema: JsonSchema): { list: string; object: JsonSchema[] | null } {
  if (schema.properties) return { list: '', object: [schema] }
  if (schema.items) {
    const { list, object } = nestedObjects(schema.items)
    return { list: `[]${list}`, object }
  }
  const objects = (schema.anyOf ?? []).filter(({ properties }) => properties !== undefined)
  return { list: '', object: objects.length > 0 ? objects : null }
}

/** The schema without the nested fields, which have their own rows. */
export function withoutNested(schema: JsonSchema): JsonSchema {
  if (schema.properties) return { type: 'object', ...(schema.description && { description: schema.description }) }
  if (schema.items) return { ...schema, items: withoutNested(schema.items) }
  return schema.anyOf ? { ...schema, anyOf: schema.anyOf.map(withoutNested) } : schema
}
