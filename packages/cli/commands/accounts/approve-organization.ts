import { resolveChannelOption, dataDirOption, openData } from '../data/open-data.ts'
import { defineCommand } from '../../command.ts'
import { channelPlaceholder, channelDescription } from '../sandbox/demo-channels.ts'
import { print } from '../../print.ts'

export const approveOrganization = defineCommand({
  name: 'organization approve',
  summary: 'Allow the applications of an organization to have the drops scope',
  positionals: { organizationId: { placeholder: '<organization id>', isRequired: true } },
  options: {
    name: { placeholder: '<name>', description: 'name of the organization', isRequired: true },
    'channel-id': {
      placeholder: channelPlaceholder,
      description: `its representative, who may create campaigns: ${channelDescription}`,
    },
    ...dataDirOption,
  },
  async run({ organizationId, name, 'channel-id': channel, ...location }, env) {
    await using deps = await openData(location, env)
    const organizations = await import('@onair/server/features/apps/organizations.ts')
    const channelId = await resolveChannelOption('channel-id', channel, deps)
    await organizations.approveOrganization({ organizationId, name, channelId }, deps)
    print(`Organization ${organizationId} is approved.`)
  },
})
