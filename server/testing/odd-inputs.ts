import type { Endpoint } from '@onair/contract'
import { oddDocument, oddText, oddValue } from './odd-values.ts'
import { addressOf, places, type Given } from './operations.ts'
import type { Dice } from './seeded.ts'

/** A call as it goes over the wire, and the fields that a body of it holds, where it can be read. */
export type OddCall = {
  path: string
  headers: Record<string, string>
  body: string | null
  fields: Record<string, unknown>
}

/** A valid input that is turned into something odd: some fields changed, or how it is written. */
export function oddCall(endpoint: Endpoint, valid: Given, dice: Dice): OddCall {
  const given: Given = {}
  for (const place of places) {
    const schema = endpoint[place]
    if (schema !== undefined) given[place] = changed(valid[place] ?? {}, Object.keys(schema.properties), dice)
  }
  const { parameters, ...rest } = given
  const inBody = parameters !== undefined && dice.chance(0.5)
  const path = addressOf(endpoint, wellFormed(inBody ? rest : given))
  const written = bodyOf(inBody ? parameters : given.body, dice)
  return { ...written, fields: fieldsIn(written), path: dice.chance(0.15) ? oddQuery(path, endpoint, dice) : path }
}

function changed(valid: Record<string, unknown>, names: string[], dice: Dice): Record<string, unknown> {
  const values = { ...valid }
  for (const name of names) {
    if (dice.chance(0.6)) continue
    const was = values[name]
    if (dice.chance(0.15)) delete values[name]
    else if (typeof was === 'string' && dice.chance(0.7))
      values[name] = dice.chance(0.2) ? was + oddText(dice) : oddText(dice)
    else if (Array.isArray(was) && dice.chance(0.7)) values[name] = [...(was as unknown[]), oddText(dice)]
    else if (typeof was === 'number' && dice.chance(0.5)) values[name] = was + dice.below(5) - 2
    else values[name] = oddValue(dice)
  }
  if (dice.chance(0.1)) values[oddText(dice)] = oddValue(dice)
  return values
}

type Written = Pick<OddCall, 'headers' | 'body'>
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const otherTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'x',
  'APPLICATION/JSON;charset=latin1',
]

function bodyOf(values: Record<string, unknown> | undefined, dice: Dice): Written {
  if (values === undefined && dice.chance(0.8)) return { headers: {}, body: null }
  const text = JSON.stringify(values ?? {})
  const way = dice.below(20)
  if (way === 0) {
    const body = oddDocument(dice, dice.pick([...Object.keys(values ?? {}), 'message']))
    return { headers: dice.chance(0.7) ? json : form, body }
  }
  if (way === 1) return { headers: json, body: text.slice(0, dice.below(text.length)) }
  if (way <= 5) return { headers: form, body: formOf(values ?? {}) }
  return { headers: way === 6 ? { 'content-type': dice.pick(otherTypes) } : json, body: text }
}

function formOf(values: Record<string, unknown>): string {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat())
      fields.append(name.toWellFormed(), (typeof one === 'string' ? one : JSON.stringify(one)).toWellFormed())
  return fields.toString()
}

/** What someone who reads the body finds in it: the last of a name that is repeated in JSON, all of them in a form. */
function fieldsIn({ headers, body }: Written): Record<string, unknown> {
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

function oddQuery(path: string, endpoint: Endpoint, dice: Dice): string {
  const names = [
    ...Object.keys(endpoint.query?.properties ?? {}),
    ...Object.keys(endpoint.parameters?.properties ?? {}),
    'x',
  ]
  const name = dice.pick(names)
  const value = encodeURIComponent(oddText(dice).toWellFormed())
  const more = dice.pick([
    `${name}=${value}&${name}=${value}`,
    `${name}[]=${value}`,
    `${name}[a]=1`,
    `${name}=%E0%A4%A`,
    `${name}=%00`,
    '&&=&',
    name,
  ])
  return `${path}${path.includes('?') ? '&' : '?'}${more}`
}

/** An address cannot hold a lone surrogate. */
function wellFormed(given: Given): Given {
  return JSON.parse(JSON.stringify(given), (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  ) as Given
}
