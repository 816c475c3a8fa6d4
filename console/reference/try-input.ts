import type { Endpoint } from '@onair/contract'
import { isRequired } from '@onair/contract/operation-facts'
import type { Value } from '@onair/contract/value-words'

const places = ['inPath', 'query', 'parameters', 'body'] as const
type Place = (typeof places)[number]
/** A field of an operation, and where it travels. */
export type Field = { place: Place; name: string; schema: Value; required: boolean }
/** What was filled in, by place and name. */
export type Values = Readonly<Record<string, unknown>>

export function fieldsOf(endpoint: Endpoint): Field[] {
  return places.flatMap((place) =>
    Object.entries(endpoint[place]?.properties ?? {}).map(([name, schema]) => ({
      place,
      name,
      schema: schema as Value,
      required: isRequired(endpoint[place], name),
    })),
  )
}

export function keyOf({ place, name }: Field): string {
  return `${place}.${name}`
}

/** What goes with the call: the fields that hold something, and a body wherever the operation has one. */
export function inputOf(endpoint: Endpoint, values: Values): Partial<Record<Place, object>> {
  const fields = fieldsOf(endpoint)
  const given = (place: Place) =>
    Object.fromEntries(
      fields
        .filter((field) => field.place === place && values[keyOf(field)] !== undefined)
        .map((field) => [field.name, valueOf(field, values[keyOf(field)])]),
    )
  return Object.fromEntries(places.filter((place) => endpoint[place]).map((place) => [place, given(place)]))
}

/** What is written as JSON is read; what is none goes as the text that it is, and the platform says what is wrong. */
function valueOf({ schema }: Field, value: unknown): unknown {
  const one = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (typeof value !== 'string' || (one.type !== 'object' && one.type !== 'array')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
