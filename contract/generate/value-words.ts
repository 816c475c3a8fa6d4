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
  items: (count: number) => String(count),
  standard: (value: string) => `default ${value}`,
  type: (name: string) => name,
  described: (description: string) => description,
}
/** The words of another language. */
export type WordsOfValues = typeof english

/** What a value may be, in a line of words; names and values stand between backticks. */
export function valueWords(given: Value, said: WordsOfValues = english): string {
  const { schema, orNull } = besideNull(given)
  const { type, enum: allowed, const: only, anyOf, items, properties, description } = schema
  const described = description === undefined ? '' : said.described(description)
  const words = (inner: Value) => valueWords(inner, said)
  const say = (text: string) =>
    [orNull ? `${text}${said.or}null` : text, ...limitsOf(schema, said), described]
      .filter((part) => part !== '')
      .join('; ')
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
  return say(said.type(type ?? 'any'))
}

/** A value that may be null as well is told as it is, so that null stands beside its type and not after all that is said of it. */
function besideNull(given: Value): { schema: Value; orNull: boolean } {
  const [one, other] = given.anyOf ?? []
  if (given.anyOf?.length !== 2 || one === undefined || one.anyOf || other?.type !== 'null')
    return { schema: given, orNull: false }
  const { anyOf: _, ...besides } = given
  return { schema: { ...one, ...besides }, orNull: true }
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
    ...(maxItems === undefined ? [] : [said.atMost(said.items(maxItems))]),
    ...(schema.default === undefined ? [] : [said.standard(JSON.stringify(schema.default))]),
  ]
}
