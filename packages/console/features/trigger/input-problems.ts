import type { ActionField, Schema, Value } from '@onair/contract/sandbox/actions'

/** Why the value of a field cannot be sent. The server validates what is not listed here. */
export type InputProblem = 'MISSING' | { min: number; max: number } | null

export function findInputProblem(spec: ActionField, value: Value): InputProblem {
  if (value === undefined || value === null || value === '') return isRequired(spec) ? 'MISSING' : null
  const { minimum: min = -Infinity, maximum: max = Infinity } = valueSchema(spec)
  return typeof value === 'number' && (value < min || value > max) ? { min, max } : null
}

/** Whether the action needs a value of this field. */
export function isRequired({ schema, required }: ActionField): boolean {
  return required && !isNullable(schema)
}

export function isNullable({ anyOf }: Schema): boolean {
  return anyOf?.some(({ type }) => type === 'null') ?? false
}

/** The schema of the value, where there is one. */
export function valueSchema({ schema }: ActionField): Schema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
}
