import type { Endpoint } from '@onair/contract'
import { isRequired } from '@onair/tools/operations'
import type { JsonSchema } from '@onair/tools/describe-schema'

const locations = ['pathParams', 'query', 'parameters', 'body'] as const
type FieldLocation = (typeof locations)[number]
/** A field of an operation, and where it travels. */
export type OperationField = { place: FieldLocation; name: string; schema: JsonSchema; required: boolean }
/** What was filled in, by place and name. */
export type FieldValues = Readonly<Record<string, unknown>>

export function listFields(endpoint: Endpoint): OperationField[] {
  return locations.flatMap((place) =>
    Object.entries(endpoint[place]?.properties ?? {}).map(([name, schema]) => ({
      place,
      name,
      schema: schema as JsonSchema,
      required: isRequired(endpoint[place], name),
    })),
  )
}

export function fieldKey({ place, name }: OperationField): string {
  return `${place}.${name}`
}

/** What goes with the call: the fields that hold something, and a body wherever the operation has one. */
export function requestInput(endpoint: Endpoint, values: FieldValues): Partial<Record<FieldLocation, object>> {
  const fields = listFields(endpoint)
  const valuesIn = (location: FieldLocation) =>
    Object.fromEntries(
      fields
        .filter((field) => field.place === location && values[fieldKey(field)] !== undefined)
        .map((field) => [field.name, parseValue(field, values[fieldKey(field)])]),
    )
  return Object.fromEntries(locations.filter((place) => endpoint[place]).map((place) => [place, valuesIn(place)]))
}

/** What is written as JSON is read; what is none goes as the text that it is, and the platform says what is wrong. */
function parseValue({ schema }: OperationField, value: unknown): unknown {
  const valueSchema = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (typeof value !== 'string' || (valueSchema.type !== 'object' && valueSchema.type !== 'array')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
