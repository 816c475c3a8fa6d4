import type { TObject } from 'typebox'
import type { Endpoint } from '@onair/contract'
import { places, type Given, type Place } from './operations.ts'

type Json = {
  type?: string
  enum?: unknown[]
  anyOf?: Json[]
  items?: Json
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}
export type Broken = { given: Given; field: string; how: string }

/** A valid input with each thing that the contract demands of it broken in turn. */
export function brokenInputs(endpoint: Endpoint, valid: Given): Broken[] {
  return places.flatMap((place) => {
    const schema = endpoint[place]
    return schema === undefined ? [] : brokenAt(place, schema, valid)
  })
}

function brokenAt(place: Place, schema: TObject, valid: Given): Broken[] {
  const required = (schema.required ?? []) as readonly string[]
  const isText = place !== 'body'
  return Object.entries(schema.properties as Record<string, Json>).flatMap(([field, property]) => {
    const change = (how: string, value: unknown): Broken => {
      const values = { ...valid[place], [field]: value }
      if (value === undefined) delete values[field]
      return { given: { ...valid, [place]: values }, field, how }
    }
    return [
      // A path without its part is another path.
      ...(required.includes(field) && place !== 'inPath' ? [change('missing', undefined)] : []),
      ...misfits(property, isText).map(([how, value]) => change(how, value)),
    ]
  })
}

/** Values that do not fit; in a query, where everything is text, a text is the wrong type only when it is given twice. */
function misfits(schema: Json, isText: boolean): [how: string, value: unknown][] {
  const { type, anyOf, items, minLength, maxLength, pattern, minimum, maximum, minItems, maxItems } = schema
  if (anyOf) return misfits(anyOf.find((one) => one.type !== 'null') ?? {}, isText)
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
        : misfits(items, false).map(([how, value]) => [`${how} in the list`, [value]] as [string, unknown])),
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
