/** A value as a schema of the contract describes it: what of JSON Schema stands there. */
export type Value = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Value[]
  items?: Value
  properties?: Record<string, Value>
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
  atMost: (most: string) => `at most ${most}`,
  atLeast: (least: string) => `at least ${least}`,
  between: (least: number, most: string) => `${least} to ${most}`,
  characters: (count: number) => `${count} characters`,
  standard: (value: string) => `default ${value}`,
}
/** The words of another language. */
export type WordsOfValues = typeof english

/** What a value may be, in a line of words; names and values stand between backticks. */
export function valueWords(schema: Value, said: WordsOfValues = english): string {
  const { type, enum: allowed, const: only, anyOf, items, properties, description } = schema
  const words = (inner: Value) => valueWords(inner, said)
  const say = (text: string) =>
    [text, ...limitsOf(schema, said), description ?? ''].filter((part) => part !== '').join('; ')
  if (allowed) return say(allowed.map((value) => `\`${String(value)}\``).join(', '))
  if (only !== undefined) return say(`\`${JSON.stringify(only)}\``)
  if (anyOf) return say(anyOf.map(words).join(said.or))
  if (items) return say(said.listOf(words(items)))
  if (properties)
    return say(
      `{ ${Object.entries(properties)
        .map(([name, property]) => `${name}: ${words(property)}`)
        .join(', ')} }`,
    )
  return say(type ?? 'any')
}

function limitsOf(schema: Value, said: WordsOfValues): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema
  const between = (least: number | undefined, most: number | undefined, unit: (count: number) => string) => {
    if (least === undefined) return most === undefined ? [] : [said.atMost(unit(most))]
    return [most === undefined ? said.atLeast(unit(least)) : said.between(least, unit(most))]
  }
  return [
    ...between(minimum, maximum, String),
    ...between(minLength, maxLength, said.characters),
    ...(maxItems === undefined ? [] : [said.atMost(String(maxItems))]),
    ...(schema.default === undefined ? [] : [said.standard(JSON.stringify(schema.default))]),
  ]
}
