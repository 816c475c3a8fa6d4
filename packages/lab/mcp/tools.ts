import { nearest } from '@onair/contract/nearest'
import type { TObject } from 'typebox'
import type { Endpoint, ErrorKind } from '@onair/contract'
import { errors } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import type { Credentials } from '@onair/sdk/http'
import { describeSchema, type JsonSchema } from '@onair/contract/reference/describe-schema'
import { operationErrors } from '@onair/contract/reference/operations'

/** A tool that calls one endpoint. */
export type EndpointTool = {
  name: string
  description: string
  inputSchema: {
    type: 'object'
    properties: Record<string, JsonSchema>
    required: string[]
    additionalProperties: false
  }
  endpoint: Endpoint
  isReadOnly: boolean
  isDestructive: boolean
}
type Arguments = Readonly<Record<string, unknown>>
export type EndpointCall = {
  input: Partial<Record<Source, object>>
  credentials: Credentials
  baseUrl: string | undefined
}

/** The arguments do not fit the tool. */
export class InvalidArguments extends Error {
  override readonly name = 'InvalidArguments'
  readonly code: 'INVALID_VALUE' | 'MISSING' | 'UNKNOWN_ARGUMENT'
  readonly field: string
  constructor(code: InvalidArguments['code'], field: string, message: string) {
    super(message)
    this.code = code
    this.field = field
  }
}

export function unknownArgument(tool: string, field: string, known: readonly string[]): InvalidArguments {
  const similar = field.length > maxNameLength ? null : nearest(field, known)
  const hint = similar === null ? `Its arguments are ${known.join(', ') || 'none'}.` : `Did you mean ${similar}?`
  return new InvalidArguments('UNKNOWN_ARGUMENT', field, `${tool} has no argument ${field}. ${hint}`)
}

const maxNameLength = 60

const sources = ['pathParams', 'query', 'parameters', 'body'] as const
type Source = (typeof sources)[number]

/** Where a call is sent and with which credentials, in addition to the fields of the endpoint. */
const callArguments = {
  baseUrl: {
    type: 'string',
    description: 'URL of a world on the same host, to call it instead of the server of this command',
  },
  accessToken: { type: 'string', description: 'Access token of a user, from sandbox_grants_createGrant' },
  clientId: { type: 'string', description: 'Application; the demo application if omitted' },
  clientSecret: { type: 'string', description: 'Required with clientId' },
} as const satisfies Record<string, JsonSchema>
type CallArgument = keyof typeof callArguments

/** A tool per endpoint of the sandbox API and the Open API. New endpoints of the contract appear without a change here. */
export function listEndpointTools(): EndpointTool[] {
  return [
    ...Object.entries(sandboxGroups).flatMap(([group, endpoints]) =>
      groupTools(`sandbox_${lowerFirst(group)}`, endpoints),
    ),
    ...Object.entries(openGroups).flatMap(([group, endpoints]) => groupTools(`open_${lowerFirst(group)}`, endpoints)),
  ]
}

function groupTools(prefix: string, endpoints: Readonly<Record<string, Endpoint>>): EndpointTool[] {
  return Object.entries(endpoints).map(([operation, endpoint]) => endpointTool(`${prefix}_${operation}`, endpoint))
}

function endpointTool(name: string, endpoint: Endpoint): EndpointTool {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const [field, schema, isRequired] of fieldsOf(endpoint)) {
    if (field in properties) throw new Error(`${name} has two arguments named ${field}.`)
    properties[field] = schema
    if (isRequired) required.push(field)
  }
  return {
    name,
    description: describeEndpoint(endpoint),
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    endpoint,
    isReadOnly: endpoint.method === 'GET',
    isDestructive: endpoint.method === 'DELETE' || endpoint.path.endsWith('/reset'),
  }
}

function fieldsOf(endpoint: Endpoint): [field: string, schema: JsonSchema, isRequired: boolean][] {
  return [
    ...sources.flatMap((source) => {
      const schema: TObject | undefined = endpoint[source]
      return Object.entries(schema?.properties ?? {}).map(([field, property]): [string, JsonSchema, boolean] => [
        field,
        JSON.parse(JSON.stringify(property)) as JsonSchema,
        schema?.required?.includes(field) ?? false,
      ])
    }),
    ...callArgumentsOf(endpoint).map((field): [string, JsonSchema, boolean] => [
      field,
      callArguments[field],
      field === 'accessToken',
    ]),
  ]
}

function callArgumentsOf({ auth: { kind } }: Endpoint): CallArgument[] {
  if (kind === 'token') return ['accessToken', 'baseUrl']
  return kind === 'client' ? ['clientId', 'clientSecret', 'baseUrl'] : ['baseUrl']
}

/** Where the answer to an incomplete call comes from: the summary, the content with its units, and the errors. */
function describeEndpoint(endpoint: Endpoint): string {
  const { summary, method, path, content, auth } = endpoint
  const scope = 'scope' in auth && auth.scope !== null ? ` Requires the scope ${auth.scope}.` : ''
  const failures = operationErrors(endpoint)
    .filter(({ kind, when }) => when !== undefined || !commonErrors.has(kind))
    .map(({ kind, when }) => `${errors[kind].status}${when === undefined ? '' : ` ${when}`}`)
  return [
    `${summary.replace(/\.?$/, '.')}${scope}`,
    `${method} ${path}.`,
    `Returns ${describeSchema(content)}.`,
    ...(failures.length === 0 ? [] : [`Errors: ${failures.join('; ')}.`]),
  ].join('\n')
}

const commonErrors: ReadonlySet<ErrorKind> = new Set([
  'badInput',
  'internalError',
  'forbidden',
  'invalidClient',
  'invalidToken',
  'notFound',
  'tooManyRequests',
  'unauthorized',
])

/** Sorts the arguments into the parts of a request. Values are validated by the server, which states the field. */
export function readArguments({ name, inputSchema, endpoint }: EndpointTool, args: Arguments): EndpointCall {
  for (const field of Object.keys(args))
    if (!Object.hasOwn(inputSchema.properties, field))
      throw unknownArgument(name, field, Object.keys(inputSchema.properties))
  for (const field of inputSchema.required)
    if (args[field] === undefined) throw new InvalidArguments('MISSING', field, `${field}: is required`)
  const input = Object.fromEntries(
    sources.flatMap((source) => {
      const schema: TObject | undefined = endpoint[source]
      if (schema === undefined) return []
      const fields = Object.keys(schema.properties).filter((field) => args[field] !== undefined)
      return [[source, Object.fromEntries(fields.map((field) => [field, args[field]]))]]
    }),
  )
  const callFields = callArgumentsOf(endpoint)
  const text = (field: CallArgument) => (callFields.includes(field) ? readText(args, field) : undefined)
  const credentials = Object.fromEntries(
    (['accessToken', 'clientId', 'clientSecret'] as const).flatMap((field) => {
      const value = text(field)
      return value === undefined ? [] : [[field, value]]
    }),
  )
  return { input, credentials, baseUrl: text('baseUrl') }
}

/** An argument that must be a string if it is given. */
export function readText(args: Arguments, field: string): string | undefined {
  const value = args[field]
  if (value !== undefined && typeof value !== 'string')
    throw new InvalidArguments('INVALID_VALUE', field, `${field}: must be a string`)
  return value
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
