import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { recordFilters, recordList, missingEventExplanation, missingEventQuery } from '../inspector.ts'

const clientId = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }))

export const listRecords = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/records',
  scans: true,
  summary: 'List records of requests, events and deliveries, newest first; optionally of one application',
  query: Type.Object({ clientId, ...recordFilters }),
  errors: { notFound: 'no such application' },
  content: recordList,
})

export const explainMissingEvent = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/why-not',
  scans: true,
  summary: 'Explain why an event did not reach a session, or any session or the webhooks of an application',
  query: Type.Object({ clientId, ...missingEventQuery }),
  errors: {
    badInput: 'also when no event is specified, or neither an application nor a session',
    notFound: 'no such application, record or session',
  },
  content: missingEventExplanation,
})
