import { isUtf8 } from 'node:buffer'
import type { Endpoint, WireProfile } from '@onair/contract'
import { Type } from '@onair/contract/type'
import type { FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { invalidField, errorReason, reasonForField, Refusal, type CodeOrReason } from '../../shared/refusal.ts'
import { validateText } from '../../shared/text.ts'
import { validatorFor } from '../../shared/validator.ts'
import { invalidFieldMessage } from '../../shared/callers/wire-profile.ts'
import { isForm, parseForm } from './form.ts'
import { exceeds } from '../limits/json-size.ts'
import { ordinaryBodyBytes } from '../limits/body-limit.ts'
import { findUnknownField, findUnknownName, type UnknownField } from './unknown-fields.ts'
import { isEncodedUtf8 } from './utf8.ts'

type FieldValues = Record<string, unknown>
export type Input = { pathParams: unknown; query: unknown; body: unknown; parameters: unknown }

/**
 * Creates the reader of an endpoint's input. It reads only the fields of the contract, converts the text of a query or form
 * to numbers and booleans, and throws 400 for a value that the contract forbids or that could not be stored unchanged. The
 * console and sandbox API refuse other fields, the Open API ignores them.
 */
export function createInputReader(endpoint: Endpoint): (request: FastifyRequest, profile: WireProfile) => Input {
  const hasReason = endpoint.hasReason ?? false
  const createReader = (schema: TObject | undefined) => schema && createFieldReader(schema, hasReason)
  const [pathParams, query] = [createReader(endpoint.pathParams), createReader(endpoint.query)]
  const [body, parameters] = [createReader(endpoint.body), createReader(endpoint.parameters)]
  const readBodyFields = endpoint.acceptsClientHeaders ? parseBodyWithClientHeaders : parseBody
  if (!pathParams && !query && !body && !parameters) return () => noInput

  return (request, profile) => {
    const refuse: Refuse = (field, reason) => {
      const problem = reason === 'MISSING' && isJsonSentAsForm(request) ? 'JSON_SENT_AS_FORM' : reason
      if (hasReason) throw invalidField(field, problem)
      const message = field === '' ? undefined : invalidFieldMessage(profile, field)
      throw new Refusal('badInput', reasonForField(field, problem), message === undefined ? {} : { message })
    }
    const refuseUnknown: RefuseUnknown = (find) => {
      const unknown = hasReason ? find() : null
      if (unknown !== null) refuse(unknown.field, unknown.reason)
    }
    if (hasReason && isJsonSentAsForm(request)) refuse('', 'JSON_SENT_AS_FORM')
    if ((query || parameters) && !isEncodedUtf8(request.url)) refuse('', 'NOT_UTF8')
    const querySchema = query?.schema ?? parameters?.schema
    if (querySchema) refuseUnknown(() => findUnknownName(querySchema, Object.keys(request.query as FieldValues)))
    return {
      pathParams: pathParams?.(coerceFields(pathParams.schema, request.params as FieldValues), refuse),
      query: query?.(coerceFields(query.schema, request.query as FieldValues), refuse),
      body: body?.(readBodyFields(request, body.schema, refuse, refuseUnknown), refuse),
      parameters: parameters?.(
        {
          ...parseBody(request, parameters.schema, refuse, refuseUnknown),
          ...coerceFields(parameters.schema, request.query as FieldValues),
        },
        refuse,
      ),
    }
  }
}

/** Checks the input of a command as that of a request. Fields that are undefined are left out. */
export function checkInput(
  endpoint: Endpoint,
  input: { readonly [part: string]: FieldValues | undefined },
): Record<string, unknown> {
  const parts = (['pathParams', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema === undefined ? [] : [[part, createFieldReader(schema, true)(input[part] ?? {}, refuseField)]]
  })
  return Object.fromEntries(parts)
}

const refuseField: Refuse = (field, reason) => {
  throw invalidField(field, reason)
}

const noInput: Input = { pathParams: undefined, query: undefined, body: undefined, parameters: undefined }

type Refuse = (field: string, problem: CodeOrReason) => never
/** Refuses the unknown field that `find` returns, where unknown fields are refused. */
type RefuseUnknown = (find: () => UnknownField | null) => void
type FieldReader = ((input: FieldValues, refuse: Refuse) => unknown) & { schema: TObject }

/** `namesPath`: whether an error in a list or object names its place there, and not the field of the contract alone. */
function createFieldReader(schema: TObject, namesPath: boolean): FieldReader {
  const read = (input: FieldValues, refuse: Refuse) => {
    const values = pickFields(schema, input)
    const validator = validatorFor(schema)
    if (validator.Check(values)) {
      for (const [name, value] of Object.entries(values))
        for (const [path, text] of stringsIn(value, name)) {
          const refusal = validateText(text)
          if (refusal !== null) return refuse(namesPath ? path : name, refusal)
        }
      return values
    }
    refuseLongLists(schema, values, refuse)
    const [, [schemaError]] = validator.Errors(values)
    if (schemaError === undefined) return refuse('', 'INVALID_VALUE')
    const path = pathOf(schemaError, namesPath)
    const [missing] = (schemaError.params as { requiredProperties?: string[] }).requiredProperties ?? []
    if (missing !== undefined) return refuse(namesPath && path !== '' ? `${path}.${missing}` : missing, 'MISSING')
    return refuse(path, reasonOf(schemaError))
  }
  return Object.assign(read, { schema })
}

/** The fields of the schema. A null for an optional field means that it was not sent: many clients send every field. */
function pickFields(schema: TObject, input: FieldValues): FieldValues {
  const values: FieldValues = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = ownValue(input, name)
    if (value === undefined || (value === null && !schema.required?.includes(name))) continue
    values[name] = isObjectSchema(property) && isFields(value) ? pickFields(property, value) : value
  }
  return values
}

/** Refuses a list that is too long, because the validator describes what is wrong in each of its items. */
function refuseLongLists(schema: TObject, values: FieldValues, refuse: Refuse): void {
  for (const [name, value] of Object.entries(values)) {
    const property = schema.properties[name]!
    if (isObjectSchema(property) && isFields(value))
      refuseLongLists(property, value, (_part, reason) => refuse(name, reason))
    const { maxItems } = property as { maxItems?: number }
    if (maxItems !== undefined && Array.isArray(value) && value.length > maxItems)
      refuse(name, errorReason('TOO_MANY_ITEMS', { most: maxItems }))
  }
}

function isObjectSchema(schema: TSchema): schema is TObject {
  return (schema as { type?: string }).type === 'object' && 'properties' in schema
}

function isFields(value: unknown): value is FieldValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The field of a schema error, such as `rules[1].nth`. The options of a union have different fields, so it is named alone. */
function pathOf(
  { instancePath, schemaPath }: { instancePath: string; schemaPath: string },
  namesPath: boolean,
): string {
  const [, field = '', ...inner] = instancePath.split('/')
  if (!namesPath || schemaPath.includes('/anyOf')) return field
  return field + inner.map(pathPart).join('')
}

/** The reason for a schema error. */
function reasonOf({ keyword, params }: { keyword: string; params: object }): CodeOrReason {
  const { limit, type, pattern } = params as { limit: number; type: string | string[]; pattern: string | RegExp }
  if (keyword === 'type') return errorReason('WRONG_TYPE', { type: String(type) })
  if (keyword === 'minLength') return errorReason('TOO_SHORT', { least: limit })
  if (keyword === 'maxLength') return errorReason('TOO_LONG', { most: limit })
  if (keyword === 'minimum') return errorReason('TOO_SMALL', { least: limit })
  if (keyword === 'maximum') return errorReason('TOO_LARGE', { most: limit })
  if (keyword === 'minItems') return errorReason('TOO_FEW_ITEMS', { least: limit })
  if (keyword === 'maxItems') return errorReason('TOO_MANY_ITEMS', { most: limit })
  if (keyword === 'enum' || keyword === 'const') return 'NOT_ALLOWED'
  return keyword === 'pattern' ? errorReason('PATTERN_MISMATCH', { pattern: String(pattern) }) : 'INVALID_VALUE'
}

function stringsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => stringsIn(each, path + pathPart(name)))
}

/** The part of a path after the name of the field. */
function pathPart(name: string): string {
  return /^\d+$/.test(name) ? `[${name}]` : `.${name}`
}

/** A large body holds a picture, or a list of up to some thousand messages. Parsing a million brackets would take 70 ms. */
const limitOfLargeBody = { values: 20_000, levels: 20 }

/** The fields of a JSON or form body. An empty body and `null` have none. */
function parseBody(
  request: FastifyRequest,
  schema: TObject,
  refuse: Refuse,
  refuseUnknown: RefuseUnknown,
): FieldValues {
  const raw = request.body as Buffer | undefined
  if (raw === undefined || raw === null || raw.length === 0) return {}
  if (isForm(request.headers)) {
    const form = parseForm(raw)
    if ('refusal' in form) return refuse('', form.refusal)
    refuseUnknown(() => findUnknownName(schema, [...form.fields.keys()]))
    return omitEmpty(schema, coerceFields(schema, valuesOf(form.fields)))
  }
  if (!isUtf8(raw)) refuse('', 'NOT_UTF8')
  if (raw.length > ordinaryBodyBytes && exceeds(limitOfLargeBody, raw))
    refuse('', errorReason('BODY_TOO_COMPLEX', limitOfLargeBody))
  const parsedBody = parseJson(raw)
  if (parsedBody === null) return {}
  if (!isFields(parsedBody)) return refuse('', 'BODY_NOT_AN_OBJECT')
  refuseUnknown(() => findUnknownField(schema, parsedBody))
  return parsedBody

  function parseJson(bytes: Buffer): unknown {
    const text = bytes.toString('utf8')
    if (text.trim() === '') return null
    try {
      return JSON.parse(text)
    } catch {
      return refuse('', 'BODY_NOT_JSON')
    }
  }
}

/** As `curl --data` sends it without the option for another content type. */
function isJsonSentAsForm({ body, headers }: FastifyRequest): boolean {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return isForm && Buffer.isBuffer(body) && /^\s*\{/.test(body.subarray(0, 100).toString('latin1'))
}

/** Clients send the application's credentials in the body, or in the headers of the other endpoints. Gap 16. */
function parseBodyWithClientHeaders(...read: Parameters<typeof parseBody>): FieldValues {
  const [request] = read
  const fields = parseBody(...read)
  const { clientId, clientSecret } = clientOfHeaders(request)
  return {
    ...fields,
    clientId: fields['clientId'] ?? clientId,
    clientSecret: fields['clientSecret'] ?? clientSecret,
  }
}

function clientOfHeaders({ headers }: FastifyRequest) {
  return { clientId: headers['client-id'], clientSecret: headers['client-secret'] }
}

type ClientCredentials = { clientId: string; clientSecret: string }

/** Creates the reader of the application that a refused body names: it is checked before the rest of the body. Gap 15. */
export function createClientReader({
  acceptsClientHeaders,
  body,
}: Endpoint): (request: FastifyRequest) => ClientCredentials | null {
  if (!acceptsClientHeaders || body === undefined) return () => null
  const { clientId, clientSecret } = body.properties
  const read = createFieldReader(Type.Object({ clientId: clientId!, clientSecret: clientSecret! }), false)
  const readOrNull = (parse: () => FieldValues) => {
    try {
      return read(parse(), refuseField) as ClientCredentials
    } catch {
      return null
    }
  }
  return (request) =>
    readOrNull(() => parseBodyWithClientHeaders(request, body, refuseField, () => {})) ??
    // The body cannot be parsed.
    readOrNull(() => clientOfHeaders(request))
}

/** The values by name. A repeated field becomes a list, as in a query. */
function valuesOf(fields: URLSearchParams): FieldValues {
  const values = new Map<string, string | string[]>()
  for (const [name, value] of fields) {
    const earlier = values.get(name)
    if (Array.isArray(earlier)) earlier.push(value)
    else values.set(name, earlier === undefined ? value : [earlier, value])
  }
  return Object.fromEntries(values)
}

/** A form has no null: encoders write it as an empty value or as `null`. An optional field that allows neither was not sent. */
function omitEmpty(schema: TObject, values: FieldValues): FieldValues {
  const isEmpty = (name: string) => {
    const { type, minLength = 0 } = schema.properties[name] as { type?: string; minLength?: number }
    return values[name] === '' ? type !== 'string' || minLength > 0 : values[name] === 'null' && type !== 'string'
  }
  const isSent = (name: string) => schema.required?.includes(name) || !isEmpty(name)
  return Object.fromEntries(Object.entries(values).filter(([name]) => isSent(name)))
}

/** Converts the text values of a query or form to the types of the schema. */
function coerceFields(schema: TObject, input: FieldValues): FieldValues {
  const values: FieldValues = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = coerceField(name, property, input)
    if (value !== undefined) values[name] = value
  }
  return values
}

function coerceField(name: string, schema: TSchema, input: FieldValues): unknown {
  const { type } = schema as { type?: string }
  if (type === 'array') return parseList(name, input)
  if (type === 'object') return parseObject(name, schema as TObject, input)
  const value = ownValue(input, name)
  return typeof value === 'string' ? coerceText(schema, value) : value
}

function ownValue(input: FieldValues, name: string): unknown {
  return Object.hasOwn(input, name) ? input[name] : undefined
}

/** Reads a list from a query or form: separated by commas, repeated, as `name[]` or `name[0]`, or mixed. Gap 20. */
function parseList(name: string, input: FieldValues): string[] | undefined {
  const values = Object.entries(input).flatMap(([key, value]) =>
    key === name || (key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length))) ? [value].flat() : [],
  )
  if (values.length === 0) return undefined
  return values
    .flatMap((value) => String(value).split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Reads an object from a query or form: the first present of `name.field`, `name[field]`, `name={json}` and `field`. Gap 60. */
function parseObject(name: string, schema: TObject, input: FieldValues): unknown {
  const rawValue = ownValue(input, name)
  const parsedJson = rawValue === undefined ? {} : parseJsonObject(rawValue)
  if (parsedJson === null) return rawValue
  const fields: FieldValues = {}
  for (const field of Object.keys(schema.properties)) {
    const value =
      ownValue(input, `${name}.${field}`) ??
      ownValue(input, `${name}[${field}]`) ??
      ownValue(parsedJson, field) ??
      ownValue(input, field)
    if (value !== undefined) fields[field] = value
  }
  return rawValue === undefined && Object.keys(fields).length === 0 ? undefined : coerceFields(schema, fields)
}

/** Null when the text is not a JSON object. */
function parseJsonObject(text: unknown): FieldValues | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

function coerceText(schema: TSchema, text: string): unknown {
  const { type } = schema as { type?: string }
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
