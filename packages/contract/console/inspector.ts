import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { recordFilters, recordList, missingEventExplanation, missingEventQuery } from '../inspector.ts'

const pathParams = Type.Object({ clientId: Type.String({ minLength: 1, maxLength: 100 }) })

export const listRecords = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/records',
  needsAppRole: 'VIEWER',
  scans: true,
  summary:
    "List the records of the caller's application, newest first: its requests, frames and notifications, and the events of channels that granted it a scope. A call turns recording on for one minute",
  pathParams,
  query: Type.Object(recordFilters),
  errors: { notFound: 'no application of the caller with this id' },
  content: recordList,
})

export const explainMissingEvent = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/why-not',
  needsAppRole: 'VIEWER',
  scans: true,
  summary: "Explain why an event did not reach a session or the webhooks of the caller's application",
  pathParams,
  query: Type.Object(missingEventQuery),
  errors: {
    badInput: 'also when no event is specified',
    notFound: 'no application of the caller with this id, no such record, or no such session of the application',
  },
  content: missingEventExplanation,
})
