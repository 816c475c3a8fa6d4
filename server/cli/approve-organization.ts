import { channelInData, dataDirOption, openData } from './open-data.ts'
import { defineCommand } from './command.ts'
import { channelPlaceholder, channelDescription } from './demo-channels.ts'
import { print } from './print.ts'

/** Approves a company whose applications may have the drops scope, also while the platform runs. */
export const approveOrganization = defineCommand({
  name: 'organization approve',
  summary: 'Let a company have applications with the drops scope',
  positionals: { organizationId: { placeholder: '<organization id>', isRequired: true } },
  options: {
    name: { placeholder: '<name>', description: 'what the company is called', isRequired: true },
    'channel-id': {
      placeholder: channelPlaceholder,
      description: `who speaks for it, and may make campaigns: ${channelDescription}`,
    },
    ...dataDirOption,
  },
  async run({ organizationId, name, 'channel-id': channel, ...location }, env) {
    await using deps = await openData(location, env)
    const organizations = await import('../features/apps/organizations.ts')
    const channelId = await channelInData('channel-id', channel, deps)
    await organizations.approveOrganization({ organizationId, name, channelId }, deps)
    print(`The organization ${organizationId} is approved.`)
  },
})
