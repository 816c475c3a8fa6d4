import { Type } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { recordFilters, recordList, whyNotAnswer, whyNotQuery } from '../inspector.ts'

const pathParams = Type.Object({ clientId: Type.String({ minLength: 1, maxLength: 100 }) })

export const listRecords = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/records',
  summary:
    "What an application of one's own did and was told, newest first: its requests, frames and notifications, and the events of channels that granted it something. Asking has it recorded for a minute",
  pathParams,
  query: Type.Object(recordFilters),
  errors: { notFound: 'no such application of this person' },
  content: recordList,
})

export const whyNot = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/apps/{clientId}/why-not',
  summary: "Why an event did not come to a session or to the webhook of an application of one's own",
  pathParams,
  query: Type.Object(whyNotQuery),
  errors: {
    badInput: 'also when no event is named',
    notFound: 'no such application of this person, no such record, or no such session of the application',
  },
  content: whyNotAnswer,
})
