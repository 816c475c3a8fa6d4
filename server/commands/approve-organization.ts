import { approveOrganization as approve } from '../features/apps/organizations.ts'
import { channelBeside, dataDir, openBeside } from './beside.ts'
import { command } from './command.ts'
import { channelPlace, channelSays } from './demo-names.ts'
import { say } from './say.ts'

/** Approves a company whose applications may have the drops scope, also while the platform runs. */
export const approveOrganization = command({
  words: 'organization approve',
  does: 'Let a company have applications with the drops scope',
  takes: { organizationId: { value: '<organization id>', isNeeded: true } },
  options: {
    name: { value: '<name>', says: 'what the company is called', isNeeded: true },
    'channel-id': { value: channelPlace, says: `who speaks for it, and may make campaigns: ${channelSays}` },
    ...dataDir,
  },
  async run({ organizationId, name, 'channel-id': channel, ...where }, env) {
    await using world = await openBeside(where, env)
    const channelId = channelBeside('channel-id', channel, world)
    await approve({ organizationId, name, channelId }, world)
    say(`The organization ${organizationId} is approved.`)
  },
})
