import type { TSchema } from 'typebox'
import { consoleEndpoint } from '../endpoint.ts'
import { channelId, utcDate } from '../resources.ts'
import { Type } from '../type.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const setBell = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/channels/{channelId}/bell',
  action: 'follow',
  summary: 'Choose whether the caller gets a mail when a followed channel goes live',
  pathParams: Type.Object({ channelId }),
  body: Type.Object({ isOn: Type.Boolean() }),
  errors: {
    forbidden: 'the caller does not follow the channel, or has not verified the email address',
    notFound: 'no such channel',
  },
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
