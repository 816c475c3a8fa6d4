import { stringMap, Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'

const pathParams = Type.Object({ sinkName: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) })
const status = Type.Integer({ minimum: 200, maximum: 599 })

export const setSink = sandboxEndpoint({
  method: 'PUT',
  path: '/sandbox/v1/sinks/{sinkName}',
  summary:
    'Create or reset a sink: a webhook receiver at this address that stores each POST and responds as configured here (200 at once by default)',
  pathParams,
  body: Type.Object({
    status: Type.Optional(status),
    delayMs: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 60_000, description: 'Wall-clock time, not the sandbox clock' }),
    ),
    failFirst: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000, description: 'Number of first requests that get failStatus' }),
    ),
    failStatus: Type.Optional(status),
  }),
  content: Type.Null(),
})

export const getSink = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/sinks/{sinkName}',
  summary: 'List the last 100 requests that a sink received, oldest first',
  pathParams,
  query: Type.Object({
    after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only requests after this number' })),
  }),
  content: Type.Object({
    received: Type.Integer({ minimum: 0, description: 'Number of requests received in total' }),
    requests: Type.Array(
      Type.Object({
        number: Type.Integer({ minimum: 1, description: 'The number of the request, from 1' }),
        receivedDate: Type.String({ description: 'When the request arrived, RFC 3339 in UTC' }),
        headers: stringMap(Type.String(), { description: 'The headers, with names in lower case' }),
        body: Type.String({ description: 'The body, read as UTF-8' }),
        bodyBase64: Type.String({ description: 'The bytes of the body' }),
        responseStatus: Type.Integer({ description: 'Status of the response' }),
      }),
    ),
  }),
})

export const deleteSink = sandboxEndpoint({
  method: 'DELETE',
  path: '/sandbox/v1/sinks/{sinkName}',
  summary: 'Delete a sink with its settings and requests',
  pathParams,
  content: Type.Null(),
})
