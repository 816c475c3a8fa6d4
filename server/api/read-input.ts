import type { Endpoint, WireProfile } from '@onair/contract'
import type { FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { badField, because, inField, Refusal, type Because } from '../kit/refusal.ts'
import { refusalOfText } from '../kit/text.ts'
import { badFieldMessage } from '../kit/wire-profile.ts'

type Named = Record<string, unknown>
export type Input = { inPath: unknown; query: unknown; body: unknown; parameters: unknown }

/**
 * Makes the reader of one operation's input: it takes the fields the contract names and no others, turns the text of a
 * query or form into the numbers and truth values the contract asks for, and refuses what does not fit, or could not be
 * stored as it came.
 */
export function inputReader(endpoint: Endpoint): (request: FastifyRequest, profile: WireProfile) => Input {
  const inPath = endpoint.inPath && fieldsOf(endpoint.inPath)
  const query = endpoint.query && fieldsOf(endpoint.query)
  const body = endpoint.body && fieldsOf(endpoint.body)
  const parameters = endpoint.parameters && fieldsOf(endpoint.parameters)
  const namesTheField = endpoint.namesTheField ?? false
  if (!inPath && !query && !body && !parameters) return () => nothing

  return (request, profile) => {
    const refuse: Refuse = (field, problem) => {
      if (namesTheField) throw badField(field, problem)
      const message = field === '' ? undefined : badFieldMessage(profile, field)
      throw new Refusal('badInput', inField(field, problem), message === undefined ? {} : { message })
    }
    return {
      inPath: inPath?.(textOf(inPath.schema, request.params as Named), refuse),
      query: query?.(textOf(query.schema, request.query as Named), refuse),
      body: body?.(bodyOf(request, body.schema, refuse), refuse),
      parameters: parameters?.(
        { ...bodyOf(request, parameters.schema, refuse), ...textOf(parameters.schema, request.query as Named) },
        refuse,
      ),
    }
  }
}

const nothing: Input = { inPath: undefined, query: undefined, body: undefined, parameters: undefined }

type Refuse = (field: string, problem: Because) => never
type Fields = ((given: Named, refuse: Refuse) => unknown) & { schema: TObject }

function fieldsOf(schema: TObject): Fields {
  const validator: Validator = Compile(schema as TSchema)
  const names = Object.keys(schema.properties)
  const read = (given: Named, refuse: Refuse) => {
    const taken: Named = {}
    for (const name of names) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      if (value !== undefined) taken[name] = value
    }
    if (validator.Check(taken)) {
      for (const [name, value] of Object.entries(taken))
        for (const text of textsIn(value)) {
          const refusal = refusalOfText(text)
          if (refusal !== null) return refuse(name, refusal)
        }
      return taken
    }
    const [fault] = validator.Errors(taken)
    const missing = (fault?.params as { requiredProperties?: string[] } | undefined)?.requiredProperties?.[0]
    if (missing !== undefined) return refuse(missing, 'MISSING')
    return refuse(fault?.instancePath.split('/')[1] ?? '', fault === undefined ? 'DOES_NOT_FIT' : reasonOf(fault))
  }
  return Object.assign(read, { schema })
}

/** The reason for what a schema has against a value. */
function reasonOf({ keyword, params }: { keyword: string; params: object }): Because {
  const { limit, type, pattern } = params as { limit: number; type: string | string[]; pattern: string | RegExp }
  if (keyword === 'type') return because('WRONG_TYPE', { type: String(type) })
  if (keyword === 'minLength') return because('TOO_FEW_CHARACTERS', { least: limit })
  if (keyword === 'maxLength') return because('TOO_MANY_CHARACTERS', { most: limit })
  if (keyword === 'minimum') return because('TOO_SMALL', { least: limit })
  if (keyword === 'maximum') return because('TOO_GREAT', { most: limit })
  if (keyword === 'minItems') return because('TOO_FEW_ITEMS', { least: limit })
  if (keyword === 'maxItems') return because('TOO_MANY_ITEMS', { most: limit })
  if (keyword === 'enum' || keyword === 'const') return 'NOT_ALLOWED'
  return keyword === 'pattern' ? because('WRONG_FORM', { pattern: String(pattern) }) : 'DOES_NOT_FIT'
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The JSON or form body as named values; nothing at all, or `null`, is an empty one. */
function bodyOf(request: FastifyRequest, schema: TObject, refuse: Refuse): Named {
  const raw = request.body as Buffer | undefined
  if (raw === undefined || raw === null || raw.length === 0) return {}
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return textOf(schema, formOf(raw.toString('utf8')))
  }
  const given = parsed(raw)
  if (given === null) return {}
  return typeof given === 'object' && !Array.isArray(given) ? (given as Named) : refuse('', 'BODY_NOT_AN_OBJECT')

  function parsed(bytes: Buffer): unknown {
    const text = bytes.toString('utf8')
    if (text.trim() === '') return null
    try {
      return JSON.parse(text)
    } catch {
      return refuse('', 'BODY_NOT_JSON')
    }
  }
}

/** The fields of a form; one that is given again becomes a list, as in a query. */
function formOf(text: string): Named {
  const fields = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

// A query string or a form has only text in it, so numbers are read from text there; a JSON body has numbers of its own.
function textOf(schema: TObject, given: Named): Named {
  const taken: Named = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = valueOf(name, property, given)
    if (value !== undefined) taken[name] = value
  }
  return taken
}

function valueOf(name: string, schema: TSchema, given: Named): unknown {
  const { type } = schema as { type?: string }
  if (type === 'array') return listOf(name, given)
  if (type === 'object') return objectOf(name, schema as TObject, given)
  const value = own(given, name)
  return typeof value === 'string' ? fromText(schema, value) : value
}

function own(given: Named, name: string): unknown {
  return Object.hasOwn(given, name) ? given[name] : undefined
}

/** A list in a query or form: joined by commas, repeated, as `name[]` or `name[0]`, or mixed. Gap 20. */
function listOf(name: string, given: Named): string[] | undefined {
  const values = Object.entries(given).flatMap(([key, value]) =>
    key === name || (key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length))) ? [value].flat() : [],
  )
  if (values.length === 0) return undefined
  return values
    .flatMap((value) => String(value).split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** An object in a query or form: as `name.field`, `name[field]`, `name={json}` or `field` alone, the first of these that is there. Gap 60. */
function objectOf(name: string, schema: TObject, given: Named): unknown {
  const whole = own(given, name)
  const written = whole === undefined ? {} : namedIn(whole)
  if (written === null) return whole
  const fields: Named = {}
  for (const field of Object.keys(schema.properties)) {
    const value =
      own(given, `${name}.${field}`) ?? own(given, `${name}[${field}]`) ?? own(written, field) ?? own(given, field)
    if (value !== undefined) fields[field] = value
  }
  return whole === undefined && Object.keys(fields).length === 0 ? undefined : textOf(schema, fields)
}

/** The named values of a text that is a JSON object; null when it is none. */
function namedIn(text: unknown): Named | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Named) : null
  } catch {
    return null
  }
}

function fromText(schema: TSchema, text: string): unknown {
  const { type } = schema as { type?: string }
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
