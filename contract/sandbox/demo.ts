import { Type } from '../type.ts'
import { endpoint, sandboxEndpoint } from '../endpoint.ts'
import { demoRole, personLogin } from '../resources.ts'

export const getOverview = endpoint({
  method: 'GET',
  path: '/sandbox/v1',
  summary: 'Get the addresses of the platform and the demo data',
  auth: { kind: 'none' },
  content: Type.Object({
    baseUrl: Type.String(),
    authUrl: Type.String(),
    socketUrl: Type.String(),
    consoleUrl: Type.String(),
    mode: Type.Literal('sandbox'),
    version: Type.String(),
    now: Type.String(),
    demo: Type.Object({
      clientId: Type.String(),
      clientSecret: Type.String(),
      redirectUri: Type.String(),
      people: Type.Array(Type.Object({ ...personLogin, role: demoRole })),
    }),
  }),
})

export const reset = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/reset',
  summary: 'Reset everything to its initial state, demo people included',
  content: Type.Null(),
})
