import { InvalidArguments, unknownArgument } from './tools.ts'

/** A field of the input of a tool. */
export type Field = {
  type: 'string' | 'integer' | 'object'
  description: string
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  additionalProperties?: { type: 'string' }
}
export type ToolInput = {
  type: 'object'
  properties: Readonly<Record<string, Field>>
  required: string[]
  additionalProperties: false
}
type Arguments = Readonly<Record<string, unknown>>

export const text = (description: string, limits: { maxLength?: number } = {}): Field => ({
  type: 'string',
  description,
  ...limits,
})
export const choice = (values: readonly string[], description: string): Field => ({
  type: 'string',
  enum: values,
  description,
})
export const integer = (minimum: number, maximum: number, description: string): Field => ({
  type: 'integer',
  minimum,
  maximum,
  description,
})

/** Throws InvalidArguments if an argument is unknown, is missing or has another type than that of its field. */
export function checkArguments(tool: string, { properties, required }: ToolInput, args: Arguments): void {
  for (const [field, value] of Object.entries(args)) {
    const schema = Object.hasOwn(properties, field) ? properties[field] : undefined
    if (schema === undefined) throw unknownArgument(tool, field, Object.keys(properties))
    const problem = value === undefined ? null : problemOf(schema, value)
    if (problem !== null) throw new InvalidArguments('INVALID_VALUE', field, `${field}: ${problem}`)
  }
  for (const field of required)
    if (args[field] === undefined) throw new InvalidArguments('MISSING', field, `${field}: is required`)
}

function problemOf({ type, minimum = 0, maximum = 0, maxLength = Infinity, enum: values }: Field, value: unknown) {
  if (type === 'integer') {
    const isInRange = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
    return isInRange ? null : `must be an integer from ${minimum} to ${maximum}`
  }
  if (type === 'object') return typeof value === 'object' && value !== null ? null : 'must be an object'
  if (typeof value !== 'string') return 'must be a string'
  if (values !== undefined && !values.includes(value)) return `must be one of ${values.join(', ')}`
  return value.length > maxLength ? `must have at most ${maxLength} characters` : null
}

/** A number that was checked, or its default. */
export function numberOf(args: Arguments, field: string, fallback: number): number {
  return (args[field] as number | undefined) ?? fallback
}

/** Throws InvalidArguments if the value is no URL of a web server. */
export function urlOf(args: Arguments, field: string): string {
  const value = args[field]
  if (value === undefined) throw new InvalidArguments('MISSING', field, `${field}: is required`)
  if (typeof value !== 'string' || !/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArguments('INVALID_VALUE', field, `${field}: must be a URL`)
  return value
}
