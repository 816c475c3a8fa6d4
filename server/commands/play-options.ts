import type { ContentOf, sandboxPeople } from '@onair/contract'
import { defaultsOf, fieldsOf, type Act, type Asking, type Schema, type Value, type Values } from '@onair/contract/play'
import { UsageFault, wholeNumber, type Argument, type Arguments, type Given } from './command.ts'
import { channelNamed, channelPlace, channelSays } from './demo-names.ts'

type Overview = ContentOf<typeof sandboxPeople.overview>

const said = {
  message: 'Hello {n}',
  donation: 'Go on like this!',
  live: 'A stream to try things with',
  reward: 'A sword',
  person: 'New viewer',
}
const none = 'none'
const demoApp = 'demo'
/** What an act begins with; the people and the application of the demo world by what they are. */
const defaults = (act: Act) => defaultsOf(act, { clientId: demoApp, channelIdOf: (role) => role }, said)

/** The options of an act, a field each, from its contract. */
export function optionsOfAct(act: Act): Arguments {
  return Object.fromEntries(fieldsOf(act).map((asking) => [optionOf(asking.field), argumentOf(asking, defaults(act))]))
}

/** The values that an act is played with, from what was given and what it begins with. */
export function valuesOf(act: Act, given: Given, { demo }: Overview): Values {
  const begins = defaults(act)
  return Object.fromEntries(
    fieldsOf(act).map((asking) => {
      const option = optionOf(asking.field)
      const value = given[option]
      const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
      return [asking.field, named(asking.field, isGiven ? valueOf(option, asking, value) : begins[asking.field], demo)]
    }),
  )
}

/** `byChannelId` as it is typed: `by-channel-id`. */
function optionOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function argumentOf({ field, schema, required }: Asking, begins: Values): Argument {
  const one = bare(schema)
  if (one.type === 'boolean') return { says: one.description ?? '' }
  const begin = begins[field]
  const parts = [
    isPerson(field) ? channelSays : '',
    field === 'clientId' ? 'demo, or a client id' : '',
    one.enum && !mayBeNull(schema) ? '' : limitsOf(one.items ?? one),
    mayBeNull(schema) ? none : '',
    one.description ?? '',
  ]
  return {
    value: isPerson(field) ? channelPlace : field === 'clientId' ? '<client id>' : placeholderOf(one),
    says: parts.filter((part) => part !== '').join('; '),
    ...(begin !== undefined && { otherwise: [begin].flat().join(' ') }),
    ...(one.type === 'array' && { isMany: true as const }),
    ...(one.enum && !mayBeNull(schema) && { oneOf: one.enum.map(String) }),
    ...(required && begin === undefined && { isNeeded: true as const }),
  }
}

function valueOf(option: string, { schema }: Asking, text: string | string[] | true | undefined | false): Value {
  if (typeof text === 'boolean' || text === undefined) return true
  const one = bare(schema)
  if (Array.isArray(text)) return text.map((part) => partOf(option, one.items ?? {}, part)) as string[] | number[]
  return mayBeNull(schema) && text === none ? null : partOf(option, one, text)
}

function partOf(option: string, schema: Schema, text: string): string | number {
  const { enum: allowed, type, minimum = -1e9, maximum = 1e9 } = schema
  if (allowed) {
    const chosen = allowed.find((value) => String(value) === text)
    if (chosen === undefined) throw new UsageFault(`--${option} is one of ${[...allowed, none].join(', ')}.`)
    return chosen
  }
  return type === 'integer' ? wholeNumber(option, text, { least: minimum, most: maximum }) : text
}

/** The ids of whom and what the demo world has names for. */
function named(field: string, value: Value, demo: Overview['demo']): Value {
  if (isPerson(field)) {
    if (value === null || value === undefined) return value
    return channelNamed(optionOf(field), String(value), demo.people)
  }
  return field === 'clientId' && value === demoApp ? demo.clientId : value
}

function isPerson(field: string): boolean {
  return field === 'channelId' || field === 'byChannelId'
}

function mayBeNull({ anyOf }: Schema): boolean {
  return anyOf?.some(({ type }) => type === 'null') ?? false
}

function bare(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
}

function placeholderOf({ type, enum: allowed, items }: Schema): string {
  if (allowed) return '<one>'
  return (items?.type ?? type) === 'integer' ? '<number>' : '<text>'
}

function limitsOf({ enum: allowed, minimum, maximum }: Schema): string {
  if (allowed) return allowed.join(', ')
  return minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`
}
