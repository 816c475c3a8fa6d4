import { Type } from '../type.ts'
import { endpoint, sandboxEndpoint } from '../endpoint.ts'
import { demoRole, personLogin, platformUrls } from '../resources.ts'

export const getOverview = endpoint({
  method: 'GET',
  path: '/sandbox/v1',
  summary: 'Get the addresses of the platform and the demo data',
  auth: { kind: 'none' },
  content: Type.Object({
    ...platformUrls,
    mode: Type.Literal('sandbox', { description: 'Only a sandbox has this operation' }),
    version: Type.String({ description: 'The version of the server' }),
    now: Type.String({ description: 'The time of the platform, RFC 3339 in UTC' }),
    demo: Type.Object(
      {
        clientId: Type.String({ description: 'The client id of the demo application' }),
        clientSecret: Type.String({ description: 'The client secret of the demo application' }),
        redirectUri: Type.String({ description: 'The redirect URL of the demo application' }),
        people: Type.Array(Type.Object({ ...personLogin, is: demoRole }), { description: 'The demo people' }),
      },
      { description: 'The demo application and people' },
    ),
  }),
})

export const getResetCounts = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/reset',
  summary: 'Count what a reset deletes',
  content: Type.Object({
    people: Type.Integer({ minimum: 0, description: 'People, those of the demo included' }),
    apps: Type.Integer({ minimum: 0, description: 'Applications that are not deleted' }),
    tokens: Type.Integer({ minimum: 0, description: 'Access tokens, valid or not' }),
    sessions: Type.Integer({ minimum: 0, description: 'Connected sessions' }),
    campaigns: Type.Integer({ minimum: 0, description: 'Campaigns, drafts included' }),
    records: Type.Integer({ minimum: 0, description: 'Records of the inspector' }),
  }),
})

export const reset = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/reset',
  summary: 'Reset everything to its initial state, demo people included',
  content: Type.Null(),
})
