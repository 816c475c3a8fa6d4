import { channelId, type ContentOf, type sandboxApi } from '@onair/contract'
import {
  defaultsOf,
  fieldsOf,
  type Action,
  type ActionField,
  type Schema,
  type Value,
  type Values,
} from '@onair/contract/sandbox/actions'
import { UsageError, parseInteger, type Argument, type Arguments, type ParsedArguments } from '../../command.ts'
import { resolveChannel, channelPlaceholder, channelDescription } from './demo-channels.ts'

type Overview = ContentOf<typeof sandboxApi.demo.getOverview>

const sampleTexts = {
  message: 'Hello {n}',
  donation: 'Keep it up!',
  live: 'A stream to try things with',
  reward: 'A sword',
  person: 'New viewer',
}
const none = 'none'
const demoApp = 'demo'
/** The default values of an action. Demo users and the demo application are given by role. */
const defaultValuesOf = (action: Action) =>
  defaultsOf(action, { clientId: demoApp, channelIdOf: (role) => role }, sampleTexts)

/** Returns an option for each field of the action's contract. */
export function actionOptions(action: Action): Arguments {
  return Object.fromEntries(
    fieldsOf(action).map((actionField) => [
      optionName(actionField.field),
      toArgument(actionField, defaultValuesOf(action)),
    ]),
  )
}

/** The values of an action from the given options and the defaults. */
export function actionValues(action: Action, args: ParsedArguments, { demo }: Overview): Values {
  const defaultValues = defaultValuesOf(action)
  return Object.fromEntries(
    fieldsOf(action).map((actionField) => {
      const option = optionName(actionField.field)
      const value = args[option]
      const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
      return [
        actionField.field,
        resolveDemoName(
          actionField.field,
          isGiven ? parseValue(option, actionField, value) : defaultValues[actionField.field],
          demo,
        ),
      ]
    }),
  )
}

/** `byChannelId` becomes `by-channel-id`. */
function optionName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function toArgument({ field, schema, required }: ActionField, defaultValues: Values): Argument {
  const valueSchema = withoutNull(schema)
  if (valueSchema.type === 'boolean') return { description: valueSchema.description ?? '' }
  const defaultValue = defaultValues[field]
  const description = (schema.description ?? valueSchema.description ?? '').replace(/\bnull\b/i, none)
  const parts = [
    description === (channelId as Schema).description ? '' : description,
    isPerson(field) ? channelDescription : '',
    field === 'clientId' ? 'demo or a client id' : '',
    valueSchema.enum && !isNullable(schema) ? '' : describeLimits(valueSchema.items ?? valueSchema),
    isNullable(schema) && !description.includes(none) ? `${none} for null` : '',
  ]
  return {
    placeholder: isPerson(field)
      ? channelPlaceholder
      : field === 'clientId'
        ? '<client id>'
        : placeholderOf(valueSchema),
    description: parts.filter((part) => part !== '').join('; '),
    ...(defaultValue !== undefined && { defaultText: [defaultValue].flat().join(' ') }),
    ...(valueSchema.type === 'array' && { isRepeatable: true as const }),
    ...(valueSchema.enum && !isNullable(schema) && { choices: valueSchema.enum.map(String) }),
    ...(required && defaultValue === undefined && { isRequired: true as const }),
  }
}

function parseValue(
  option: string,
  { schema }: ActionField,
  text: string | string[] | true | undefined | false,
): Value {
  if (typeof text === 'boolean' || text === undefined) return true
  const valueSchema = withoutNull(schema)
  if (Array.isArray(text))
    return text.map((part) => parsePart(option, valueSchema.items ?? {}, part)) as string[] | number[]
  return isNullable(schema) && text === none ? null : parsePart(option, valueSchema, text)
}

function parsePart(option: string, schema: Schema, text: string): string | number {
  const { enum: allowed, type, minimum = -1e9, maximum = 1e9 } = schema
  if (allowed) {
    const chosen = allowed.find((value) => String(value) === text)
    if (chosen === undefined) throw new UsageError(`--${option} must be one of ${[...allowed, none].join(', ')}.`)
    return chosen
  }
  return type === 'integer' ? parseInteger(option, text, { min: minimum, max: maximum }) : text
}

/** Replaces demo roles and `demo` by ids. */
function resolveDemoName(field: string, value: Value, demo: Overview['demo']): Value {
  if (isPerson(field)) {
    if (value === null || value === undefined) return value
    return resolveChannel(optionName(field), String(value), demo.people)
  }
  return field === 'clientId' && value === demoApp ? demo.clientId : value
}

function isPerson(field: string): boolean {
  return field === 'channelId' || field === 'byChannelId'
}

function isNullable({ anyOf }: Schema): boolean {
  return anyOf?.some(({ type }) => type === 'null') ?? false
}

function withoutNull(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
}

function placeholderOf({ type, enum: allowed, items }: Schema): string {
  if (allowed) return '<value>'
  return (items?.type ?? type) === 'integer' ? '<number>' : '<text>'
}

function describeLimits({ enum: allowed, minimum, maximum }: Schema): string {
  if (allowed) return allowed.join(', ')
  return minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`
}
