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
  description: (description: string) => description,
}
/** The texts in another language. */
export type SchemaTexts = typeof english

/** Describes a schema in one line of text; names and values are in backticks. */
export function describeSchema(value: JsonSchema, texts: SchemaTexts = english): string {
  const { schema, orNull } = splitNullable(value)
  const { type, enum: allowed, const: constValue, anyOf, items, properties, description } = schema
  const descriptionText = description === undefined ? '' : texts.description(description)
  const words = (inner: JsonSchema) => describeSchema(inner, texts)
  const format = (text: string) =>
    [orNull ? `${text}${texts.or}null` : text, ...describeLimits(schema, texts), descriptionText]
      .filter((part) => part !== '')
      .join('; ')
  if (allowed) return format(allowed.map((value) => `\`${String(value)}\``).join(', '))
  if (constValue !== undefined) return format(`\`${JSON.stringify(constValue)}\``)
  if (anyOf) return format(anyOf.map(words).join(texts.or))
  if (items) return format(texts.listOf(words(items)))
  if (properties)
    return format(
      `{ ${Object.entries(properties)
        .map(([name, property]) => `${name}: ${words(property)}`)
        .join(', ')} }`,
    )
  return format(texts.type(type ?? 'any'))
}

/** Splits `X or null`, so that null is written next to the type and not after the description. */
function splitNullable(value: JsonSchema): { schema: JsonSchema; orNull: boolean } {
  const [one, other] = value.anyOf ?? []
  if (value.anyOf?.length !== 2 || one === undefined || one.anyOf || other?.type !== 'null')
    return { schema: value, orNull: false }
  const { anyOf: _, ...rest } = value
  return { schema: { ...one, ...rest }, orNull: true }
}

function describeLimits(schema: JsonSchema, texts: SchemaTexts): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema
  const between = (min: number | undefined, max: number | undefined, unit: (count: number) => string) => {
    if (min === undefined) return max === undefined ? [] : [texts.atMost(unit(max))]
    return [max === undefined ? texts.atLeast(unit(min)) : texts.between(min, unit(max))]
  }
  return [
    ...between(minimum, maximum, String),
    ...between(minLength, maxLength, texts.characters),
    ...(maxItems === undefined ? [] : [texts.atMost(texts.items(maxItems))]),
    ...(schema.default === undefined ? [] : [texts.defaultValue(JSON.stringify(schema.default))]),
  ]
}
