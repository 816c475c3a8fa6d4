import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, countedText, uuid } from '../resources.ts'
import { Type } from '../type.ts'
import { watchProof } from '../watch-proof.ts'

const pathParams = Type.Object({ channelId, pollId: uuid })
const notModerator = { forbidden: 'the caller is not a moderator of the channel' }
const text = (most: number) => countedText(most, { minLength: 1, maxLength: limits.textInputLength })

export const startPoll = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/polls',
  action: 'sendMessage',
  summary: 'Start a poll in the chat of a channel, where none is open. It replaces the one before',
  pathParams: Type.Object({ channelId }),
  body: Type.Object({
    question: text(limits.pollQuestionLength),
    options: Type.Array(text(limits.pollOptionLength), { minItems: 2, maxItems: limits.pollOptions }),
    seconds: Type.Integer({ minimum: limits.pollSecMin, maximum: limits.pollSecMax }),
  }),
  errors: { badInput: 'also while a poll is open', ...notModerator, notFound: 'no such channel' },
  content: Type.Object({ pollId: Type.String() }),
})

export const endPoll = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/polls/{pollId}/end',
  summary: 'End a poll now, with its result',
  pathParams,
  errors: { ...notModerator, notFound: 'no such poll is open' },
  content: Type.Null(),
})

export const deletePoll = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/channels/{channelId}/polls/{pollId}',
  summary: 'Delete a poll and its votes',
  pathParams,
  errors: {
    forbidden: 'the caller neither moderates the channel nor helps to run the site',
    notFound: 'no such poll',
  },
  content: Type.Null(),
})

export const vote = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/channels/{channelId}/polls/{pollId}/vote',
  action: 'sendMessage',
  summary: 'Vote in an open poll, once',
  pathParams,
  body: Type.Object({
    option: Type.Integer({ minimum: 0, maximum: limits.pollOptions - 1, description: 'The index of the option' }),
    watchProof,
  }),
  errors: {
    badInput: 'also when the caller has voted already',
    forbidden: 'the caller is restricted in the channel, or may not watch it',
    notFound: 'no such poll is open',
  },
  content: Type.Null(),
})
