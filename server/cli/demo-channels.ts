import type { sandboxApi, ContentOf } from '@onair/contract'
import { UsageError } from './command.ts'

type People = readonly Pick<
  ContentOf<typeof sandboxApi.people.getOverview>['demo']['people'][number],
  'channelId' | 'is'
>[]

export const channelPlaceholder = '<channel>'
export const channelDescription = 'streamer, viewer, … of the demo, or a channel id'

/** The id of a channel that was given by what its person is in the demo world, or by its id. */
export function resolveChannel(option: string, channel: string, people: People): string {
  const demoChannelId = people.find(({ is }) => is === channel)?.channelId
  if (demoChannelId !== undefined) return demoChannelId
  if (/^[0-9a-f]{32}$/.test(channel)) return channel
  const roles = [...new Set(people.map(({ is }) => is))].join(', ')
  throw new UsageError(`--${option} is ${roles === '' ? '' : `${roles} or `}a channel id, and not "${channel}".`)
}
