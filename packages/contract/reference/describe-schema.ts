/** The part of JSON Schema that the contract uses. */
export type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  default?: unknown
  description?: string
  /** The limits that the description states. `maxLength` and `maxItems` then bound the raw value only. */
  'x-maxCharacters'?: number
  'x-maxItems'?: number
}

const english = {
  listOf: (what: string) => `list of ${what}`,
  or: ' or ',
  atMost: (max: string) => `at most ${max}`,
  atLeast: (min: string) => `at least ${min}`,
  between: (min: number, max: string) => (max === `${min} characters` ? max : `${min} to ${max}`),
  characters: (count: number) => `${count} characters`,
  items: (count: number) => String(count),
  defaultValue: (value: string) => `default ${value}`,
  type: (name: string) => name,
  /** The separator between the type, its limits and its default. */
  separator: '; ',
}
/** The texts in another language. */
export type SchemaTexts = typeof english

/** Describes a schema in one line of text; names and values are in backticks. */
export function describeSchema(schema: JsonSchema): string {
  return joinParts([describeType(schema), descriptionOf(schema) ?? ''], english)
}

/** Describes the type of a schema and its limits in one line of text. */
export function describeType(value: JsonSchema, texts: SchemaTexts = english): string {
  const { schema, orNull } = splitNullable(value)
  const limits = describeLimits(schema, texts)
  const name = nameType(schema, texts)
  return joinParts([orNull ? `${name}${texts.or}null` : name, ...limits], texts)
}

/** The description of a schema, or that of its values. */
export function descriptionOf({ description, items, anyOf = [] }: JsonSchema): string | undefined {
  return description ?? (items && descriptionOf(items)) ?? anyOf.map(descriptionOf).find((text) => text !== undefined)
}

function nameType(
  { type, enum: allowed, const: constValue, anyOf, items, properties }: JsonSchema,
  texts: SchemaTexts,
) {
  if (allowed) return allowed.map((value) => `\`${String(value)}\``).join(', ')
  if (constValue !== undefined) return `\`${JSON.stringify(constValue)}\``
  if (anyOf) return anyOf.map((one) => describeType(one, texts)).join(texts.or)
  if (items) return texts.listOf(describeType(items, texts))
  if (properties) {
    const fields = Object.entries(properties).map(([name, property]) => `${name}: ${describeSchema(property)}`)
    return `{ ${fields.join(', ')} }`
  }
  return texts.type(type ?? 'any')
}

function joinParts(parts: string[], { separator }: SchemaTexts): string {
  return parts.filter((part) => part !== '').join(separator)
}

/** Splits `X or null`, so that null is written next to the type and not after the description. */
function splitNullable(value: JsonSchema): { schema: JsonSchema; orNull: boolean } {
  const [one, other] = value.anyOf ?? []
  if (value.anyOf?.length !== 2 || one === undefined || one.anyOf || other?.type !== 'null')
    return { schema: value, orNull: false }
  const { anyOf: _, ...rest } = value
  return { schema: { ...one, ...rest }, orNull: true }
}

const maxInt32 = 2 ** 31 - 1

function describeLimits(schema: JsonSchema, texts: SchemaTexts): string[] {
  const { minimum, minLength, maxLength, maxItems } = schema
  // The bounds of number types are left out: every number has them.
  const maximum = schema.maximum === undefined || schema.maximum >= maxInt32 ? undefined : schema.maximum
  const between = (min: number | undefined, max: number | undefined, unit: (count: number) => string) => {
    if (min === undefined) return max === undefined ? [] : [texts.atMost(unit(max))]
    return [max === undefined ? texts.atLeast(unit(min)) : texts.between(min, unit(max))]
  }
  return [
    ...between(minimum, maximum, String),
    ...(schema['x-maxCharacters'] === undefined ? between(minLength, maxLength, texts.characters) : []),
    ...(maxItems === undefined || schema['x-maxItems'] !== undefined ? [] : [texts.atMost(texts.items(maxItems))]),
    ...(schema.default === undefined ? [] : [texts.defaultValue(JSON.stringify(schema.default))]),
  ]
}
