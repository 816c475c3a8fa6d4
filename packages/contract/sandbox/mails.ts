import { languages } from '../languages.ts'
import { mailKinds, mailStates } from '../mails.ts'
import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, channelIdOf, cursorList, requestedCursor, utcDateOf } from '../resources.ts'

const kind = Type.Enum([...mailKinds], { description: 'The reason for the mail' })

export const listMails = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/mails',
  summary: 'List the mails to people, newest first. A sandbox sends none and keeps the last 100 of each person',
  isSecret: true,
  query: Type.Object({
    channelId: Type.Optional(channelIdOf('Only mails to this person')),
    kind: Type.Optional(kind),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.sandboxListSize, default: limits.sandboxListSize })),
    next: Type.Optional(Type.String(requestedCursor)),
  }),
  content: cursorList(
    Type.Object({
      mailId: Type.String({ description: 'The id of the mail' }),
      channelId,
      to: Type.String({ description: 'The address that the mail is for' }),
      kind,
      language: Type.Enum([...languages], { description: 'The language of the mail' }),
      state: Type.Enum([...mailStates], {
        description:
          '`WAITING` for its delivery, `SENT`, or with an injected fault `REJECTED` by the mail server or `BOUNCED`',
      }),
      failure: Type.Union([Type.String(), Type.Null()], {
        description: 'The answer of the mail server that refused it',
      }),
      subject: Type.String({ description: 'The subject of the mail' }),
      text: Type.String({ description: 'The mail as text' }),
      html: Type.String({ description: 'The mail as HTML' }),
      link: Type.Union([Type.String(), Type.Null()], {
        description: 'The address behind the button, such as that to choose a new password',
      }),
      createdDate: utcDateOf('When the mail was written'),
    }),
  ),
})
