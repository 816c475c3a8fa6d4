import { Type, type TSchema } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { utcDate } from '../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const clientId = Type.String({ minLength: 1, maxLength: 100 })

export const listConnections = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/connections',
  summary: 'The applications that one allowed, and what; the last allowed first',
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        clientId,
        name: Type.String(),
        /** The company that an operator approved, or else the channel of the person who registered it. */
        makerName: orNull(Type.String()),
        scopes: Type.Array(Type.String()),
        createdDate: utcDate,
        /** Uses by one's own token; told some seconds later. */
        firstUsedDate: orNull(utcDate),
        lastUsedDate: orNull(utcDate),
        /** Open sessions that hear of one's own channel. */
        sessions: Type.Integer({ minimum: 0 }),
      }),
    ),
  }),
})

export const withdrawConsent = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/connections/{clientId}',
  summary: 'Allow an application nothing any more: its codes and tokens end, and its sessions are told `revoked`',
  pathParams: Type.Object({ clientId }),
  errors: { notFound: 'no such application that one allowed' },
  content: Type.Null(),
})
