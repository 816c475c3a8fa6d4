import { Type } from '../type.ts'
import { deadlineKinds } from '../deadlines.ts'
import { endpoint, sandboxEndpoint } from '../endpoint.ts'

const clockState = Type.Object({
  now: Type.String({ description: 'RFC 3339, UTC' }),
  aheadSeconds: Type.Integer({
    description: 'Difference to the time of the machine, in seconds',
  }),
})

export const getClock = endpoint({
  method: 'GET',
  path: '/sandbox/v1/clock',
  summary: "Get the platform's time",
  auth: { kind: 'none' },
  content: clockState,
})

export const moveClock = sandboxEndpoint({
  method: 'POST',
  path: '/sandbox/v1/clock',
  summary:
    "Move the platform's time forward or back. Lifetimes and waits follow it; socket pings and deadlines do not. Moving back changes dates, but expired credentials stay expired",
  body: Type.Object({ advanceSeconds: Type.Integer({ minimum: -315_360_000, maximum: 315_360_000 }) }),
  content: clockState,
})

export const listDeadlines = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/clock/deadlines',
  summary:
    "List what happens next when the platform's time moves forward, the soonest first: up to three of each kind. Those of one minute and name are one entry",
  content: Type.Object({
    now: Type.String({ description: 'RFC 3339, UTC' }),
    data: Type.Array(
      Type.Object({
        kind: Type.Enum([...deadlineKinds]),
        date: Type.String({ description: 'RFC 3339, UTC' }),
        name: Type.String({ description: 'The application and the person, or the campaign' }),
        count: Type.Integer({ minimum: 1 }),
      }),
    ),
  }),
})
