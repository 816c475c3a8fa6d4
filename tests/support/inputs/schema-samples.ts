/** The parts of a JSON schema that samples need. */
export type Schema = {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  minItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
}

/** A valid value, which names the caller's own channel and application where an id is required. */
export function sampleOf(name: string, schema: Schema, callers: { channelId: string; clientId: string }): unknown {
  const { type, anyOf, items, pattern = '', minLength = 1, minimum = 1, minItems = 0 } = schema
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (anyOf?.[0] !== undefined) return sampleOf(name, anyOf[0], callers)
  if (type === 'integer' || type === 'number') return minimum
  if (type === 'boolean') return true
  if (type === 'array') return Array.from({ length: minItems }, () => sampleOf(name, items ?? {}, callers))
  if (type === 'object') {
    const names = schema.required ?? []
    return Object.fromEntries(names.map((own) => [own, sampleOf(own, schema.properties?.[own] ?? {}, callers)]))
  }
  if (name === 'clientId') return callers.clientId
  if (pattern.includes('{32}')) return callers.channelId
  if (pattern.includes('{8}')) return '00000000-0000-4000-8000-000000000000'
  if (pattern.includes('{4}-')) return '2026-01-01'
  return /url|uri/i.test(name) ? 'https://bot.example.com/callback' : 'a'.repeat(minLength)
}
