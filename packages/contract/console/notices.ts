import type { TSchema } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, utcDate, uuid } from '../resources.ts'
import { Type } from '../type.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const setBell = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/bell',
  action: 'follow',
  summary: 'Choose whether the caller gets a mail and notices in their browsers when a followed channel goes live',
  pathParams: Type.Object({ channelId }),
  body: Type.Object({ isOn: Type.Boolean() }),
  errors: {
    forbidden:
      'the caller does not follow the channel, or has neither a verified email address nor a browser that gets notices',
    notFound: 'no such channel',
  },
  content: Type.Null(),
})

export const getNotices = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/notices',
  summary: 'Get the channels whose lives the caller gets notices of, and whether mails bring them',
  content: Type.Object({
    email: Type.String(),
    mail: Type.Enum(['ON', 'OFF', 'NOT_VERIFIED', 'NONE'], { description: '`NONE`: the site sends no mails' }),
    channels: Type.Array(
      Type.Object({ channelId, channelName: Type.String(), channelImageUrl: orNull(Type.String()) }),
      { description: `Latest first: at most ${limits.listedBells}` },
    ),
  }),
})

export const setNoticeMails = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/notices/mail',
  action: 'follow',
  summary: 'Choose whether mails bring the notices of lives',
  body: Type.Object({ isOn: Type.Boolean() }),
  content: Type.Null(),
})

export const getPush = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/push',
  summary: 'Get the key with which a browser subscribes to notices, and whether that of this session gets them',
  content: Type.Object({
    publicKey: Type.String({ description: 'The application server key (VAPID), in base64url' }),
    sessionId: orNull(Type.String({ description: 'The session of the caller, if its browser gets notices' })),
  }),
})

const key = (length: number) => Type.String({ minLength: length, maxLength: length, pattern: '^[\\w-]*$' })

export const putPush = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/push',
  action: 'follow',
  summary: 'Send notices to the browser of this session, while it is signed in',
  body: Type.Object({
    endpoint: Type.String({ minLength: 1, maxLength: 1_000, description: "The address at the browser's push service" }),
    p256dh: key(87),
    auth: key(22),
  }),
  content: Type.Null(),
})

export const deletePush = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/push/{sessionId}',
  summary: 'Send notices to the browser of a session of the caller no longer; without them nothing changes',
  pathParams: Type.Object({ sessionId: uuid }),
  content: Type.Null(),
})

export const getLiveHook = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/live-hook',
  summary: "Get the chat service to which the start of the caller's lives is posted",
  content: Type.Object({
    hook: orNull(
      Type.Object({
        host: Type.String(),
        state: Type.Enum(['NEW', 'WAITING', 'SENT', 'FAILED'], {
          description: 'That of the last message; `WAITING`: it is tried again',
        }),
        triedDate: orNull(utcDate),
        failure: orNull(
          Type.String({
            description:
              'Why the last attempt failed: a status, `ADDRESS_NOT_ALLOWED`, `NO_RESPONSE`, or `NOT_READABLE`: enter the address again',
          }),
        ),
      }),
    ),
  }),
})

export const putLiveHook = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/live-hook',
  action: 'testWebhook',
  summary: "Post the start of the caller's lives to a webhook of Discord, Slack or a compatible service",
  body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2_000 }) }),
  content: Type.Null(),
})

export const deleteLiveHook = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/live-hook',
  summary: 'Post the start of lives no longer; without a chat service nothing changes',
  content: Type.Null(),
})

export const testLiveHook = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/live-hook/test',
  action: 'testWebhook',
  summary: 'Post a test message to the chat service',
  errors: { notFound: 'there is no chat service' },
  content: Type.Object({ failure: orNull(Type.String({ description: 'As in getLiveHook; null: it was posted' })) }),
})
