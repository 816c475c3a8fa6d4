import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { overlayKinds } from '../overlay-kinds.ts'
import { utcDate } from '../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const clientId = Type.String({ minLength: 1, maxLength: 100 })

export const listConnectedApps = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/connected-apps',
  summary:
    'List the applications that have access to the account of the caller, with their scopes, latest use first, unused ones last',
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        clientId,
        name: Type.String(),
        /** The approved organization, or the channel of the person who registered the application. */
        makerName: orNull(Type.String()),
        /** Which overlay of the caller's studio it is. Null for other applications. */
        overlay: orNull(Type.Enum([...overlayKinds])),
        scopes: Type.Array(Type.String()),
        createdDate: utcDate,
        /** Calls with the caller's tokens; updated every few seconds. */
        firstUsedDate: orNull(utcDate),
        lastUsedDate: orNull(utcDate),
        /** Connected sessions that receive events of the caller's channel. */
        sessions: Type.Integer({ minimum: 0 }),
      }),
    ),
  }),
})

export const withdrawConsent = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/connected-apps/{clientId}',
  summary:
    'Withdraw consent: the codes and tokens of the application become invalid, and its sessions receive `revoked`',
  pathParams: Type.Object({ clientId }),
  errors: { notFound: 'the caller has not connected this application' },
  content: Type.Null(),
})
