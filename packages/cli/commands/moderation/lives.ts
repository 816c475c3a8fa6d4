import { liveSorts, streamingBlocks, type LiveMeasure } from '@onair/contract'
import { account, adminCommand, listText, ofPerson, page, reason, search } from '../data/admin-command.ts'

export const listLives = adminCommand({
  name: 'live list',
  summary: 'List the lives of the site, most viewers first',
  endpoint: 'listSiteLives',
  options: { search, sort: { placeholder: '<order>', choices: liveSorts, defaultText: 'VIEWERS' }, page },
  input: ({ search, sort, page = '0' }) => ({ query: { search, sort, page: Number(page) } }),
  run: async ({ query }, deps) =>
    (await import('@onair/server/features/lives/list-lives.ts')).listSiteLives(query, deps),
  text: (lives) =>
    listText(
      lives,
      ({ channelId, channelName, viewers, openedDate, title }) => [
        channelId,
        String(viewers).padStart(7),
        openedDate,
        JSON.stringify([channelName, title]),
      ],
      'No channel is live.',
    ),
})

const measures: Record<LiveMeasure, { name: string; summary: string; done: (channelId: string) => string }> = {
  END: {
    name: 'end',
    summary: 'End the live of a person and replace the stream key, so that the encoder does not come back',
    done: (channelId) => `The live of ${channelId} ended, and the stream key is replaced.`,
  },
  SET_AGE_LIMIT: {
    name: 'set-age-limit',
    summary: 'Set the age limit of a live; the streamer cannot remove it before the live ends',
    done: (channelId) => `The live of ${channelId} has an age limit.`,
  },
  REMOVE_AGE_LIMIT: {
    name: 'remove-age-limit',
    summary: 'Remove the age limit of a live',
    done: (channelId) => `The live of ${channelId} has no age limit.`,
  },
  REMOVE_TITLE: {
    name: 'remove-title',
    summary: 'Remove the title of a live; the streamer can choose another one',
    done: (channelId) => `The live of ${channelId} has the default title.`,
  },
  REMOVE_PICTURE: {
    name: 'remove-picture',
    summary: 'Remove the picture of a live; a new one of the video follows',
    done: (channelId) => `The picture of the live of ${channelId} is removed.`,
  },
  LIFT_BLOCK: {
    name: 'lift-block',
    summary: 'Let a person go live again who may not since a live was ended',
    done: (channelId) => `${channelId} may go live again.`,
  },
}

const block = {
  block: {
    placeholder: '<time>',
    choices: streamingBlocks,
    defaultText: 'NONE',
    description: 'for how long the person may not go live',
  },
} as const

/** A command for each measure. */
export const liveCommands = Object.entries(measures).map(([measure, { name, summary, done }]) =>
  adminCommand({
    name: `live ${name}`,
    summary,
    endpoint: 'moderateLive',
    positionals: { account },
    options: {
      reason: { ...reason, description: 'which the streamer reads too' },
      ...(measure === 'END' && block),
    },
    input: async ({ reason, block, ...args }, deps) => ({
      ...(await ofPerson(args, deps)),
      body: { measure, reason, block },
    }),
    async run({ pathParams: { channelId }, body }, deps) {
      const { moderateLive } = await import('@onair/server/features/lives/moderate-live.ts')
      const { mailMeasure } = await import('@onair/server/features/mail/mail-measure.ts')
      await moderateLive({ channelId, ...body }, mailMeasure(deps), deps)
      return null
    },
    text: (_content, { pathParams: { channelId } }) => done(channelId),
  }),
)
