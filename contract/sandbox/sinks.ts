import { Type } from 'typebox'
import { sandboxEndpoint } from '../endpoint.ts'

const pathParams = Type.Object({ sinkName: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) })
const status = Type.Integer({ minimum: 200, maximum: 599 })

export const setSink = sandboxEndpoint({
  method: 'PUT',
  path: '/sandbox/v1/sinks/{sinkName}',
  summary:
    'A receiver for webhooks at this very address: a POST to it is remembered and answered as told here (200 at once, if nothing is told). What it remembered is forgotten',
  pathParams,
  body: Type.Object({
    status: Type.Optional(status),
    delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000, description: 'In real time' })),
    failFirst: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000, description: 'How many of the first are answered with failStatus' }),
    ),
    failStatus: Type.Optional(status),
  }),
  content: Type.Null(),
})

export const getSink = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/sinks/{sinkName}',
  summary: 'What a receiver got: the last 100 requests, oldest first',
  pathParams,
  query: Type.Object({
    after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only requests after this number' })),
  }),
  content: Type.Object({
    received: Type.Integer({ minimum: 0, description: 'How many there were in all' }),
    requests: Type.Array(
      Type.Object({
        number: Type.Integer({ minimum: 1 }),
        receivedDate: Type.String({ description: 'RFC 3339, UTC' }),
        headers: Type.Record(Type.String(), Type.String()),
        body: Type.String({ description: 'Read as UTF-8' }),
        bodyBase64: Type.String(),
        answered: Type.Integer(),
      }),
    ),
  }),
})

export const deleteSink = sandboxEndpoint({
  method: 'DELETE',
  path: '/sandbox/v1/sinks/{sinkName}',
  summary: 'Forget a receiver with what it was told and what it got',
  pathParams,
  content: Type.Null(),
})
