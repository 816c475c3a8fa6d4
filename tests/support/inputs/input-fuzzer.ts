import type { Endpoint } from '@onair/contract'
import { fuzzDocument, fuzzText, fuzzValue } from './fuzz-values.ts'
import { requestPath, inputParts, type OperationInput } from './operations.ts'
import type { SeededRandom } from '../seeded-random.ts'

/** A request as sent, and the fields of its body if the body can be parsed. */
export type FuzzedCall = {
  path: string
  headers: Record<string, string>
  body: string | null
  fields: Record<string, unknown>
}

/** Changes a valid input: some of its fields, or its encoding. */
export function fuzzCall(endpoint: Endpoint, validInput: OperationInput, random: SeededRandom): FuzzedCall {
  const input: OperationInput = {}
  for (const part of inputParts) {
    const schema = endpoint[part]
    if (schema !== undefined) input[part] = fuzzFields(validInput[part] ?? {}, Object.keys(schema.properties), random)
  }
  const { parameters, ...rest } = input
  const inBody = parameters !== undefined && random.chance(0.5)
  const path = requestPath(endpoint, toWellFormedInput(inBody ? rest : input))
  const encoded = encodeBody(inBody ? parameters : input.body, random)
  return {
    ...encoded,
    fields: readFields(encoded),
    path: random.chance(0.15) ? fuzzQuery(path, endpoint, random) : path,
  }
}

function fuzzFields(
  validFields: Record<string, unknown>,
  names: string[],
  random: SeededRandom,
): Record<string, unknown> {
  const values = { ...validFields }
  for (const name of names) {
    if (random.chance(0.6)) continue
    const original = values[name]
    if (random.chance(0.15)) delete values[name]
    else if (typeof original === 'string' && random.chance(0.7))
      values[name] = random.chance(0.2) ? original + fuzzText(random) : fuzzText(random)
    else if (Array.isArray(original) && random.chance(0.7))
      values[name] = [...(original as unknown[]), fuzzText(random)]
    else if (typeof original === 'number' && random.chance(0.5)) values[name] = original + random.below(5) - 2
    else values[name] = fuzzValue(random)
  }
  if (random.chance(0.1)) values[fuzzText(random)] = fuzzValue(random)
  return values
}

type EncodedBody = Pick<FuzzedCall, 'headers' | 'body'>
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const otherTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'x',
  'APPLICATION/JSON;charset=latin1',
]

function encodeBody(values: Record<string, unknown> | undefined, random: SeededRandom): EncodedBody {
  if (values === undefined && random.chance(0.8)) return { headers: {}, body: null }
  const text = JSON.stringify(values ?? {})
  const variant = random.below(20)
  if (variant === 0) {
    const body = fuzzDocument(random, random.pick([...Object.keys(values ?? {}), 'message']))
    return { headers: random.chance(0.7) ? json : form, body }
  }
  if (variant === 1) return { headers: json, body: text.slice(0, random.below(text.length)) }
  if (variant <= 5) return { headers: form, body: encodeForm(values ?? {}) }
  return { headers: variant === 6 ? { 'content-type': random.pick(otherTypes) } : json, body: text }
}

function encodeForm(values: Record<string, unknown>): string {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const item of [value].flat())
      fields.append(name.toWellFormed(), (typeof item === 'string' ? item : JSON.stringify(item)).toWellFormed())
  return fields.toString()
}

/** The fields that a server reads from the body: the last of repeated names in JSON, all of them in a form. */
function readFields({ headers, body }: EncodedBody): Record<string, unknown> {
  if (headers['content-type'] === form['content-type']) {
    const fields = new URLSearchParams(body ?? '')
    return Object.fromEntries(
      [...new Set(fields.keys())].map((name) => [
        name,
        fields.getAll(name).length > 1 ? fields.getAll(name) : fields.get(name),
      ]),
    )
  }
  try {
    return Object(JSON.parse(body ?? '')) as Record<string, unknown>
  } catch {
    return {} // Nothing can be read from what is no JSON.
  }
}

function fuzzQuery(path: string, endpoint: Endpoint, random: SeededRandom): string {
  const names = [
    ...Object.keys(endpoint.query?.properties ?? {}),
    ...Object.keys(endpoint.parameters?.properties ?? {}),
    'x',
  ]
  const name = random.pick(names)
  const value = encodeURIComponent(fuzzText(random).toWellFormed())
  const extraQuery = random.pick([
    `${name}=${value}&${name}=${value}`,
    `${name}[]=${value}`,
    `${name}[a]=1`,
    `${name}=%E0%A4%A`,
    `${name}=%00`,
    '&&=&',
    name,
  ])
  return `${path}${path.includes('?') ? '&' : '?'}${extraQuery}`
}

/** A URL cannot contain a lone surrogate. */
function toWellFormedInput(input: OperationInput): OperationInput {
  return JSON.parse(JSON.stringify(input), (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  ) as OperationInput
}
