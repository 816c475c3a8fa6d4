import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

export const disconnect = endpoint({
  method: 'POST',
  path: '/sandbox/v1/sessions/{sessionKey}/disconnect',
  summary: 'Cut the socket of a session',
  auth: { kind: 'none' },
  namesTheField: true,
  inPath: Type.Object({ sessionKey: Type.String({ minLength: 1, maxLength: 100 }) }),
  refusedWhen: {
    notFound: 'no such session',
  },
  content: Type.Null(),
})
