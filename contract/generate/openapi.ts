import type { TObject, TSchema } from 'typebox'
import { isByCookie, type Endpoint } from '../endpoint.ts'
import type { interlock } from '../interlock.ts'
import { errors, failureEnvelope } from '../errors.ts'
import { isRequired, refusalsOf, sentPrefix, type SentToOthers } from './operation-facts.ts'

type Groups = Record<string, Record<string, Endpoint>>

/** The operations as an OpenAPI 3.1 document; TypeBox schemas are JSON Schema, so they stand in it as they are. */
export function openapi(
  groups: Groups,
  about: { title: string; description: string; version: string },
  pages: readonly (typeof interlock)[] = [],
  sent: Record<string, SentToOthers> = {},
  failure: TObject = failureEnvelope,
) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [tag, group] of Object.entries(groups))
    for (const [name, endpoint] of Object.entries(group))
      for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
        const alias = path !== endpoint.path
        ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(tag, alias ? `${name}Alias` : name, endpoint)
      }
  for (const page of pages) paths[page.path] = { get: pageOperation(page) }
  return {
    openapi: '3.1.0',
    info: { ...about, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    ...(Object.keys(sent).length > 0 && {
      webhooks: Object.fromEntries(Object.entries(sent).map(([name, one]) => [name, { post: webhook(name, one) }])),
    }),
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer' },
        clientId: { type: 'apiKey', in: 'header', name: 'Client-Id' },
        clientSecret: { type: 'apiKey', in: 'header', name: 'Client-Secret' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'onair-session' },
      },
      schemas: { Failure: failure },
    },
  }
}

function operation(tag: string, operationId: string, endpoint: Endpoint) {
  const { auth, summary, inPath, query, parameters, body, content } = endpoint
  return {
    operationId: `${tag.toLowerCase()}.${operationId}`,
    tags: [tag],
    summary,
    ...(auth.kind === 'token' && { security: [{ accessToken: [] }] }),
    ...(auth.kind === 'client' && { security: [{ clientId: [], clientSecret: [] }] }),
    ...(auth.kind === 'session' && { security: [{ cookie: [] }] }),
    ...(auth.kind === 'visitor' && { security: [{ cookie: [] }, {}] }),
    ...('scope' in auth && auth.scope !== null && { 'x-scope': auth.scope }),
    parameters: [
      ...parametersIn('path', inPath),
      ...parametersIn('query', query),
      ...parametersIn('query', parameters, 'or in a JSON or form body'),
    ],
    ...(body && { requestBody: { required: true, content: isByCookie(auth) ? jsonBody(body) : bodies(body) } }),
    responses: { 200: success(content), ...failures(endpoint) },
  }
}

function webhook(name: string, { summary, headers, body }: SentToOthers) {
  return {
    operationId: `webhook.${name}`,
    summary,
    parameters: Object.entries(headers.properties).map(([header, schema]) => ({
      name: `${sentPrefix}${header}`,
      in: 'header',
      required: isRequired(headers, header),
      schema,
    })),
    requestBody: { required: true, content: jsonBody(body) },
    responses: {
      '2XX': { description: 'Taken' },
      '4XX': { description: 'Not taken, such as 403 for a wrong signature; it is resent, but not after 410' },
      '5XX': { description: 'Not taken; it is resent' },
    },
  }
}

function pageOperation({ summary, query }: typeof interlock) {
  return {
    operationId: 'authorization.interlock',
    tags: ['Authorization'],
    summary,
    parameters: parametersIn('query', query),
    responses: {
      200: { description: 'The consent page', content: { 'text/html': {} } },
      302: { description: 'To sign in first' },
      303: { description: 'Back to the application, with `code` and `state` or `error` and `state`' },
      400: { description: 'A page that says what does not fit', content: { 'text/html': {} } },
    },
  }
}

function parametersIn(place: 'path' | 'query', schema: TObject | undefined, besides?: string) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || isRequired(schema, name),
    ...(besides !== undefined && { description: besides }),
    // Of the spellings that are read, `name[field]` is the one that OpenAPI can say.
    ...((property as { type?: string }).type === 'object' && { style: 'deepObject', explode: true }),
    schema: property,
  }))
}

function jsonBody(schema: TObject) {
  return { 'application/json': { schema } }
}

function bodies(schema: TObject) {
  return { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } }
}

function success(content: TSchema) {
  const schema = {
    type: 'object',
    required: ['code', 'message', 'content'],
    properties: { code: { const: 200 }, message: { type: 'null' }, content },
  }
  return { description: 'Done', content: { 'application/json': { schema } } }
}

function failures(endpoint: Endpoint) {
  const byStatus = Map.groupBy(refusalsOf(endpoint), ({ failure }) => errors[failure].status)
  return Object.fromEntries(
    [...byStatus].map(([status, refusals]) => [
      status,
      {
        description: refusals
          .map(({ failure, when }) => errors[failure].message + (when ? ` (${when})` : ''))
          .join(' or '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}
