import { Type } from 'typebox'
import { endpoint, sandboxEndpoint } from '../endpoint.ts'

const clockState = Type.Object({
  now: Type.String({ description: 'RFC 3339, UTC' }),
  aheadSeconds: Type.Integer({
    description: 'How far it was moved in all; moved back as far it is that of the machine',
  }),
})

export const getClock = endpoint({
  method: 'GET',
  path: '/sandbox/v1/clock',
  summary: "The platform's time",
  auth: { kind: 'none' },
  content: clockState,
})

export const moveClock = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/clock',
  summary:
    "Move the platform's time, ahead or back; lifetimes and waits follow it, socket pings and deadlines do not. Moved back, dates go back, and no credential that has expired is good again",
  body: Type.Object({ advanceSeconds: Type.Integer({ minimum: -315_360_000, maximum: 315_360_000 }) }),
  content: clockState,
})

export const reset = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/reset',
  summary: 'Back to the first day, demo people included',
  content: Type.Null(),
})
