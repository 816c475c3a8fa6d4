import type { Endpoint, WireProfile } from '@onair/contract'
import type { FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { badField, Refusal } from '../kit/refusal.ts'
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
      throw new Refusal('badInput', `${field}: ${problem}`, message === undefined ? {} : { message })
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

type Refuse = (field: string, problem: string) => never
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
        for (const text of [value].flat()) {
          const refusal = typeof text === 'string' ? refusalOfText(text) : null
          if (refusal !== null) return refuse(name, refusal)
        }
      return taken
    }
    const [fault] = validator.Errors(taken)
    const missing = (fault?.params as { requiredProperties?: string[] } | undefined)?.requiredProperties?.[0]
    if (missing !== undefined) return refuse(missing, 'is missing')
    return refuse(fault?.instancePath.split('/')[1] ?? '', fault?.message ?? 'does not fit')
  }
  return Object.assign(read, { schema })
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
  return typeof given === 'object' && !Array.isArray(given)
    ? (given as Named)
    : refuse('', 'the body must be a JSON object')

  function parsed(bytes: Buffer): unknown {
    const text = bytes.toString('utf8')
    if (text.trim() === '') return null
    try {
      return JSON.parse(text)
    } catch {
      return refuse('', 'the body must be JSON')
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
    if ((property as { type?: string }).type === 'array') {
      const list = listOf(name, given)
      if (list !== null) taken[name] = list
      continue
    }
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value !== undefined) taken[name] = typeof value === 'string' ? fromText(property, value) : value
  }
  return taken
}

/** A list in a query or form: joined by commas, repeated, as `name[]` or `name[0]`, or mixed. Null when it is not there. Gap 20. */
function listOf(name: string, given: Named): string[] | null {
  const values = Object.entries(given).flatMap(([key, value]) =>
    key === name || (key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length))) ? [value].flat() : [],
  )
  if (values.length === 0) return null
  return values
    .flatMap((value) => String(value).split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function fromText(schema: TSchema, text: string): unknown {
  const { type } = schema as { type?: string }
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
