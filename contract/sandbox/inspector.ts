import { Type } from 'typebox'
import { sandboxEndpoint } from '../endpoint.ts'
import { recordFilters, recordList, whyNotAnswer, whyNotQuery } from '../inspector.ts'

const clientId = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }))

export const listRecords = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/records',
  summary: 'Everything that was asked, happened and was told, newest first; of one application where it is named',
  query: Type.Object({ clientId, ...recordFilters }),
  errors: { notFound: 'no such application' },
  content: recordList,
})

export const whyNot = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/why-not',
  summary: 'Why an event did not come to a session, or to any session or the webhook of an application',
  query: Type.Object({ clientId, ...whyNotQuery }),
  errors: {
    badInput: 'also when no event is named, or neither application nor session',
    notFound: 'no such application, record or session',
  },
  content: whyNotAnswer,
})
