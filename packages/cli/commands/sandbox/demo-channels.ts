import type { sandboxApi, ContentOf } from '@onair/contract'
import { UsageError } from '../../command.ts'

type People = readonly Pick<
  ContentOf<typeof sandboxApi.demo.getOverview>['demo']['people'][number],
  'channelId' | 'is'
>[]

export const channelPlaceholder = '<channel>'
export const channelDescription = 'demo role (streamer, viewer, …) or channel id'

/** Resolves a demo role or a channel id to a channel id. */
export function resolveChannel(option: string, channel: string, people: People): string {
  const demoChannelId = people.find(({ is }) => is === channel)?.channelId
  if (demoChannelId !== undefined) return demoChannelId
  if (/^[0-9a-f]{32}$/.test(channel)) return channel
  const roles = [...new Set(people.map(({ is }) => is))].join(', ')
  throw new UsageError(`--${option} must be ${roles === '' ? '' : `${roles} or `}a channel id, not "${channel}".`)
}
