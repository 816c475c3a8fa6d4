import type { Static, TSchema, TSchemaOptions, TUnsafe, Type as TypeBox } from 'typebox'

/**
 * Builds plain JSON Schema with the types of typebox. Its own functions load 330 modules, which took 120 ms of every
 * start, command and bot.
 */
export const Type = {
  Array: (items: object, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: (options?: object) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: object) => ({ enum: values, ...options }),
  Integer: (options?: object) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: object) => ({ type: 'null', ...options }),
  Number: (options?: object) => ({ type: 'number', ...options }),
  Object: (properties: Record<string, object>, options?: object) => {
    const required = Object.keys(properties).filter((name) => !optionalSchemas.has(properties[name]!))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  Optional: (schema: object) => {
    const optional = { ...schema }
    optionalSchemas.add(optional)
    return optional
  },
  String: (options?: object) => ({ type: 'string', ...options }),
  Union: (anyOf: object[], options?: object) => ({ anyOf, ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
} as unknown as Pick<typeof TypeBox, TypeName>

type TypeName =
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'

const optionalSchemas = new WeakSet<object>()

/** An object with any keys, whose values have one type. */
export function stringMap<T extends TSchema>(value: T, options?: TSchemaOptions) {
  const schema = { type: 'object', additionalProperties: value, ...options } as const
  return Type.Unsafe<Record<string, Static<T>>>(schema) as TUnsafe<Record<string, Static<T>>> & typeof schema
}
