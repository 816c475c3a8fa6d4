import type { Endpoint } from '@onair/contract'
import { isRequired } from '@onair/contract/reference/operations'
import type { JsonSchema } from '@onair/contract/reference/describe-schema'

const locations = ['pathParams', 'query', 'parameters', 'body'] as const
type FieldLocation = (typeof locations)[number]
/** A field of an operation and its location in the request. */
export type OperationField = { location: FieldLocation; name: string; schema: JsonSchema; required: boolean }
/** The entered values, by `fieldKey`. */
export type FieldValues = Readonly<Record<string, unknown>>

export function listFields(endpoint: Endpoint): OperationField[] {
  return locations.flatMap((location) =>
    Object.entries(endpoint[location]?.properties ?? {}).map(([name, schema]) => ({
      location,
      name,
      schema: schema as JsonSchema,
      required: isRequired(endpoint[location], name),
    })),
  )
}

export function fieldKey({ location, name }: OperationField): string {
  return `${location}.${name}`
}

/** Whether a field holds credentials, which are not kept when the page is closed. */
export function isCredential({ name }: OperationField): boolean {
  return /^(clientId|clientSecret|code|token|accessToken|refreshToken)$/.test(name)
}

/** The input of the request: the fields that have a value, and a body wherever the operation has one. */
export function requestInput(endpoint: Endpoint, values: FieldValues): Partial<Record<FieldLocation, object>> {
  const fields = listFields(endpoint)
  const valuesIn = (wanted: FieldLocation) =>
    Object.fromEntries(
      fields
        .filter((field) => field.location === wanted && values[fieldKey(field)] !== undefined)
        .map((field) => [field.name, parseValue(field, values[fieldKey(field)])]),
    )
  return Object.fromEntries(
    locations.filter((location) => endpoint[location]).map((location) => [location, valuesIn(location)]),
  )
}

/** A value of the right type for each field, as a code sample needs it: `{"message":"Hello"}`, `CHANNEL_ID`. */
export function exampleValues(fields: readonly OperationField[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [fieldKey(field), exampleValue(field.name, field.schema)]))
}

function exampleValue(name: string, schema: JsonSchema): unknown {
  const { type, enum: allowed, default: byDefault, minimum, items, properties, required } = valueSchemaOf(schema)
  if (byDefault !== undefined) return byDefault
  if (allowed) return allowed[0]
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return items ? [exampleValue(name.replace(/s$/, ''), items)] : []
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties ?? {})
        .filter(([inner]) => isRequired({ required }, inner))
        .map(([inner, innerSchema]) => [inner, exampleValue(inner, innerSchema)]),
    )
  return name === 'message' ? 'Hello' : name.replaceAll(/(?=[A-Z])/g, '_').toUpperCase()
}

/** The schema of the value of a field that may be null. */
export function valueSchemaOf(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
}

/** Parses JSON values. Invalid JSON is sent as text, and the server reports the error. */
function parseValue({ schema }: OperationField, value: unknown): unknown {
  const valueSchema = valueSchemaOf(schema)
  if (typeof value !== 'string' || (valueSchema.type !== 'object' && valueSchema.type !== 'array')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
