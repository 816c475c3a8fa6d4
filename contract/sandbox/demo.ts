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

const count = Type.Integer({ minimum: 0 })

export const getResetCounts = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/reset',
  summary: 'Count what a reset deletes',
  content: Type.Object({
    people: count,
    apps: count,
    tokens: Type.Integer({ minimum: 0, description: 'Access tokens, valid or not' }),
    sessions: Type.Integer({ minimum: 0, description: 'Connected sessions' }),
    campaigns: count,
    records: Type.Integer({ minimum: 0, description: 'Records of the inspector' }),
  }),
})

export const reset = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/reset',
  summary: 'Reset everything to its initial state, demo people included',
  content: Type.Null(),
})
