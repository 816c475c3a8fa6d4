import type { TObject } from 'typebox'
import type { Endpoint } from '@onair/contract'
import { inputParts, type OperationInput, type InputPart } from './operations.ts'

type JsonSchema = {
  type?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}
export type InvalidInput = { input: OperationInput; field: string; problem: string }

/** Copies of a valid input, each violating one constraint of the contract. */
export function invalidInputs(endpoint: Endpoint, valid: OperationInput): InvalidInput[] {
  return inputParts.flatMap((part) => {
    const schema = endpoint[part]
    if (schema === undefined) return []
    return [...(endpoint.hasReason ? unknownInputsAt(part, valid) : []), ...invalidInputsAt(part, schema, valid)]
  })
}

/** The Open API ignores fields that it does not know. */
function unknownInputsAt(part: InputPart, valid: OperationInput): InvalidInput[] {
  if (part === 'pathParams') return []
  const field = 'someOtherField'
  return [{ input: { ...valid, [part]: { ...valid[part], [field]: '1' } }, field, problem: 'unknown' }]
}

function invalidInputsAt(part: InputPart, schema: TObject, valid: OperationInput): InvalidInput[] {
  const required = (schema.required ?? []) as readonly string[]
  const isTextOnly = part !== 'body'
  return Object.entries(schema.properties as Record<string, JsonSchema>).flatMap(([field, property]) => {
    const withValue = (problem: string, value: unknown): InvalidInput => {
      const values = { ...valid[part], [field]: value }
      if (value === undefined) delete values[field]
      return { input: { ...valid, [part]: values }, field, problem }
    }
    return [
      // A path without its parameter is another path.
      ...(required.includes(field) && part !== 'pathParams' ? [withValue('missing', undefined)] : []),
      ...invalidValues(property, isTextOnly).map(([how, value]) => withValue(how, value)),
    ]
  })
}

/** Values that violate a schema. In a query all values are texts, so a text has the wrong type only if it is repeated. */
function invalidValues(schema: JsonSchema, isText: boolean): [how: string, value: unknown][] {
  const { type, anyOf, items, minLength, maxLength, pattern, minimum, maximum, minItems, maxItems } = schema
  if (anyOf) return invalidValues(anyOf.find((option) => option.type !== 'null') ?? {}, isText)
  const found: [string, unknown][] = [['an object', isText ? ['a', 'b'] : { a: 1 }]]
  if (schema.enum) return [...found, ['not in the enum', 'SOMETHING_ELSE'], ['a number beyond', 987_654]]
  if (type === 'array')
    return [
      ...(isText ? [] : found),
      ...(minItems === undefined ? [] : [['too few', isText ? [''] : []] as [string, unknown]]),
      ...(maxItems === undefined
        ? []
        : [['too many', Array.from({ length: maxItems + 1 }, (_, n) => `n${n}`)] as [string, unknown]]),
      ...(isText || !items
        ? []
        : invalidValues(items, false).map(
            ([problem, value]) => [`${problem} in the list`, [value]] as [string, unknown],
          )),
    ]
  if (!isText && type !== 'string') found.push(['a text', 'x'])
  if (!isText && type !== 'integer') found.push(['a number', 5])
  if (!isText && type !== 'boolean') found.push(['a truth value', true])
  if (type === 'integer') found.push(['a fraction', 1.5], ['no number', 'x'])
  if (minLength !== undefined) found.push(['too short', 'x'.repeat(minLength - 1)])
  if (maxLength !== undefined) found.push(['too long', 'x'.repeat(maxLength + 1)])
  if (pattern !== undefined) found.push(['another form', '- not this -'])
  if (minimum !== undefined) found.push(['below the least', minimum - 1])
  if (maximum !== undefined) found.push(['above the most', maximum + 1])
  if (type === 'string') found.push(['a NUL', 'a\0b'])
  return found
}
