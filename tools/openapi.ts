import type { TObject, TSchema } from 'typebox'
import { usesCookie, type Endpoint, type interlock, errors, errorEnvelope } from '@onair/contract'
import { isRequired, operationErrors, headerPrefix, type WebhookDefinition } from '@onair/contract/reference/operations'

type Groups = Record<string, Record<string, Endpoint>>

type Parts = {
  pages?: readonly (typeof interlock)[]
  webhooks?: Readonly<Record<string, WebhookDefinition>>
  errorSchema?: TObject
  /** The example response of an operation. */
  exampleOf?: (group: string, name: string) => unknown
}

/** The endpoints as an OpenAPI 3.1 document. TypeBox schemas are JSON Schema and are used unchanged. */
export function openapi(
  groups: Groups,
  about: { title: string; description: string; version: string },
  { pages = [], webhooks = {}, errorSchema = errorEnvelope, exampleOf = () => undefined }: Parts = {},
) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [tag, group] of Object.entries(groups))
    for (const [name, endpoint] of Object.entries(group))
      for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
        const alias = path !== endpoint.path
        ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(
          tag,
          alias ? `${name}Alias` : name,
          endpoint,
          exampleOf(tag, name),
        )
      }
  for (const page of pages) paths[page.path] = { get: pageOperation(page) }
  return {
    openapi: '3.1.0',
    info: { ...about, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    ...(Object.keys(webhooks).length > 0 && {
      webhooks: Object.fromEntries(Object.entries(webhooks).map(([name, one]) => [name, { post: webhook(name, one) }])),
    }),
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer' },
        clientId: { type: 'apiKey', in: 'header', name: 'Client-Id' },
        clientSecret: { type: 'apiKey', in: 'header', name: 'Client-Secret' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'onair-session' },
      },
      schemas: { Failure: errorSchema },
    },
  }
}

function operation(tag: string, operationId: string, endpoint: Endpoint, example: unknown) {
  const { auth, summary, pathParams, query, parameters, body, content } = endpoint
  return {
    operationId: `${tag.toLowerCase()}.${operationId}`,
    tags: [tag],
    summary,
    ...(auth.kind === 'token' && { security: [{ accessToken: [] }] }),
    ...(auth.kind === 'client' && { security: [{ clientId: [], clientSecret: [] }] }),
    ...(auth.kind === 'webSession' && { security: [{ cookie: [] }] }),
    ...(auth.kind === 'visitor' && { security: [{ cookie: [] }, {}] }),
    ...('scope' in auth && auth.scope !== null && { 'x-scope': auth.scope }),
    parameters: [
      ...toParameters('path', pathParams),
      ...toParameters('query', query),
      ...toParameters('query', parameters, 'or in a JSON or form body'),
    ],
    ...(body && { requestBody: { required: true, content: usesCookie(auth) ? jsonBody(body) : jsonOrFormBody(body) } }),
    responses: { 200: successResponse(content, example), ...errorResponses(endpoint) },
  }
}

function webhook(name: string, { summary, headers, body }: WebhookDefinition) {
  return {
    operationId: `webhook.${name}`,
    summary,
    parameters: Object.entries(headers.properties).map(([header, schema]) => ({
      name: `${headerPrefix}${header}`,
      in: 'header',
      required: isRequired(headers, header),
      schema,
    })),
    requestBody: { required: true, content: jsonBody(body) },
    responses: {
      '2XX': { description: 'Taken' },
      '4XX': { description: 'Not accepted, such as 403 for a wrong signature; it is retried, but not after 410' },
      '5XX': { description: 'Not accepted; it is retried' },
    },
  }
}

function pageOperation({ summary, query }: typeof interlock) {
  return {
    operationId: 'authorization.interlock',
    tags: ['Authorization'],
    summary,
    parameters: toParameters('query', query),
    responses: {
      200: { description: 'The consent page', content: { 'text/html': {} } },
      302: { description: 'To sign in first' },
      303: { description: 'Back to the application, with `code` and `state` or `error` and `state`' },
      400: { description: 'A page that says what does not fit', content: { 'text/html': {} } },
    },
  }
}

function toParameters(location: 'path' | 'query', schema: TObject | undefined, description?: string) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || isRequired(schema, name),
    ...(description !== undefined && { description: description }),
    // Of the accepted encodings OpenAPI can express only `name[field]`.
    ...((property as { type?: string }).type === 'object' && { style: 'deepObject', explode: true }),
    schema: property,
  }))
}

function jsonBody(schema: TObject) {
  return { 'application/json': { schema } }
}

function jsonOrFormBody(schema: TObject) {
  return { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } }
}

function successResponse(content: TSchema, example: unknown) {
  const schema = {
    type: 'object',
    required: ['code', 'message', 'content'],
    properties: { code: { const: 200 }, message: { type: 'null' }, content },
  }
  return { description: 'Done', content: { 'application/json': { schema, ...(example !== undefined && { example }) } } }
}

function errorResponses(endpoint: Endpoint) {
  const byStatus = Map.groupBy(operationErrors(endpoint), ({ kind }) => errors[kind].status)
  return Object.fromEntries(
    [...byStatus].map(([status, refusals]) => [
      status,
      {
        description: refusals.map(({ kind, when }) => errors[kind].message + (when ? ` (${when})` : '')).join(' or '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}
