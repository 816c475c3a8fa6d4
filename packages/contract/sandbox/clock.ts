import { Type } from '../type.ts'
import { deadlineKinds, type DeadlineKind } from '../deadlines.ts'
import { endpoint, sandboxEndpoint } from '../endpoint.ts'

const now = Type.String({ description: 'The time of the platform, RFC 3339 in UTC' })
const clockState = Type.Object({
  now,
  aheadSeconds: Type.Integer({
    description: 'Difference to the time of the machine, in seconds',
  }),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })
const done = Type.Object(
  {
    ACCESS_TOKEN: count('Access tokens that expired'),
    REFRESH_TOKEN: count('Unused refresh tokens that expired'),
    CLIENT_SECRET: count('Replaced client secrets that expired'),
    RESTRICTION_END: count('Temporary restrictions that ended'),
    SUBSCRIPTION_RENEWAL: count('Subscriptions whose month ended, so that they can be renewed'),
    CAMPAIGN_START: count('Campaigns that started'),
    CAMPAIGN_END: count('Campaigns that ended'),
    WEBHOOK_RETRY: count('Webhook attempts that were sent and have ended'),
    APP_DELETION: count('Applications that were deleted because nobody used them for 90 days'),
  } satisfies Record<DeadlineKind, unknown>,
  { description: 'How often each became due by this move and happened' },
)

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
    "Move the platform's time forward or back. Lifetimes and waits follow it; socket pings and deadlines do not. At the response, what became due has happened. Moving back changes dates, but expired credentials stay expired",
  body: Type.Object({ advanceSeconds: Type.Integer({ minimum: -315_360_000, maximum: 315_360_000 }) }),
  content: Type.Object({
    ...clockState.properties,
    done,
    unfinishedAttempts: Type.Integer({
      minimum: 0,
      description: 'Webhook attempts whose receivers have not answered within 2.5 s. They go on',
    }),
  }),
})

export const listDeadlines = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/clock/deadlines',
  summary:
    "List what happens next when the platform's time moves forward, the soonest first: up to three of each kind. Those of one minute and name are one entry",
  content: Type.Object({
    now,
    data: Type.Array(
      Type.Object({
        kind: Type.Enum([...deadlineKinds], { description: 'What ends, begins or is retried' }),
        date: Type.String({ description: 'When it happens, RFC 3339 in UTC' }),
        name: Type.String({ description: 'The application and the person, or the campaign' }),
        count: Type.Integer({ minimum: 1, description: 'How many of this kind and name happen in this minute' }),
      }),
    ),
  }),
})
