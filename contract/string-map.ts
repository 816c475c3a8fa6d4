import { Type, type Static, type TSchema, type TSchemaOptions, type TUnsafe } from 'typebox'

/** An object with any keys, whose values have one type. `Type.Record` would add 11 kB of typebox to every page. */
export function stringMap<T extends TSchema>(value: T, options?: TSchemaOptions) {
  const schema = { type: 'object', additionalProperties: value, ...options } as const
  return Type.Unsafe<Record<string, Static<T>>>(schema) as TUnsafe<Record<string, Static<T>>> & typeof schema
}
