import type { ContentOf, sandboxPeople } from '@onair/contract'
import { UsageFault } from './command.ts'

type People = readonly Pick<ContentOf<typeof sandboxPeople.overview>['demo']['people'][number], 'channelId' | 'is'>[]

export const channelPlace = '<channel>'
export const channelSays = 'streamer, viewer, … of the demo, or a channel id'

/** The id of a channel that was given by what its person is in the demo world, or by its id. */
export function channelNamed(option: string, given: string, people: People): string {
  const known = people.find(({ is }) => is === given)?.channelId
  if (known !== undefined) return known
  if (/^[0-9a-f]{32}$/.test(given)) return given
  const roles = [...new Set(people.map(({ is }) => is))].join(', ')
  throw new UsageFault(`--${option} is ${roles === '' ? '' : `${roles} or `}a channel id, and not "${given}".`)
}
