import type { Endpoint } from '@onair/contract'
import { errors } from '@onair/contract'
import type { Express, NextFunction, Request, Response } from 'express'
import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { ApiError } from './api-error.ts'
import type { Caller, Callers } from './callers.ts'

type Fields = Record<string, any>
export type Call = { caller: Caller; query: Fields; body: Fields; parameters: Fields }

/** Adds a route that authenticates, checks scope, quota and input, and answers with the envelope. */
export function addRoute(
  app: Express,
  endpoint: Endpoint,
  callers: Callers,
  handle: (call: Call) => Promise<unknown>,
): void {
  const read = { query: reader(endpoint.query), body: reader(endpoint.body), parameters: reader(endpoint.parameters) }
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'patch'
  app[method](endpoint.path, async (request: Request, response: Response) => {
    if (endpoint.isSecret) response.set({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const caller = await callers.authenticate(endpoint, request)
    const scope = 'scope' in endpoint.auth ? endpoint.auth.scope : null
    if (scope !== null && !caller.scopes.includes(scope)) throw new ApiError('forbidden')
    callers.count(caller, response)
    const body = parseBody(request)
    const content = await handle({
      caller,
      query: read.query(request.query, true),
      body: read.body(endpoint.acceptsClientHeaders ? { ...clientHeaders(request), ...body } : body, false),
      parameters: read.parameters({ ...body, ...request.query }, true),
    })
    response.json({ code: 200, message: null, content: content ?? null })
  })
}

export function answerErrors(app: Express): void {
  app.use((_request, _response, next) => next(new ApiError('notFound')))
  app.use((error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
    const kind = error instanceof ApiError ? error.kind : error.status === 400 ? 'badInput' : 'fault'
    if (kind === 'fault') console.error(error)
    response.status(errors[kind].status).json({ code: errors[kind].status, message: errors[kind].message })
  })
}

function parseBody({ body }: Request): Fields {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError('badInput')
  return body as Fields
}

function clientHeaders({ headers }: Request): Fields {
  return { clientId: headers['client-id'], clientSecret: headers['client-secret'] }
}

/** Checks fields against the schema of the contract. Null is a field that was not sent; the fields of a query are texts. */
function reader(schema: TObject | undefined): (input: Fields, isText: boolean) => Fields {
  if (schema === undefined) return () => ({})
  const validator = Compile(schema)
  return (input, isText) => {
    const fields: Fields = {}
    for (const [name, property] of Object.entries(schema.properties)) {
      const value = input[name]
      if (value !== undefined && value !== null)
        fields[name] = isText ? coerce((property as { type?: string }).type, value) : value
    }
    if (!validator.Check(fields) || JSON.stringify(fields).includes(String.raw`\u0000`)) throw new ApiError('badInput')
    return fields
  }
}

function coerce(type: string | undefined, value: unknown): unknown {
  if (type === 'array') return [value].flat().flatMap((each) => String(each).split(',').filter(Boolean))
  return type === 'integer' && typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
}
