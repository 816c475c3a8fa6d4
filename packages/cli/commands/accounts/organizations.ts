import { utcDate } from '@onair/server/shared/dates.ts'
import { resolveChannelOption, dataDirOption, openData } from '../data/open-data.ts'
import { defineCommand, parseInteger } from '../../command.ts'
import { channelPlaceholder, channelDescription } from '../sandbox/demo-channels.ts'
import { print, printToStderr } from '../../print.ts'

const organizationId = { placeholder: '<organization id>', isRequired: true } as const
const defaultLimit = 100

export const listOrganizations = defineCommand({
  name: 'organization list',
  summary: 'List the approved organizations, by id',
  positionals: {},
  options: {
    limit: { placeholder: '<number>', description: 'how many', defaultText: String(defaultLimit) },
    after: { placeholder: '<organization id>', description: 'only organizations after this one' },
    ...dataDirOption,
    json: { description: 'print JSON lines' },
  },
  async run({ limit, after, json, ...location }, env) {
    const max = limit === undefined ? defaultLimit : parseInteger('limit', limit, { min: 1, max: 100_000 })
    await using deps = await openData(location, env)
    const store = await import('@onair/server/features/apps/organization-store.ts')
    const rows = await store.listOrganizations(deps.db.read, { after, limit: max })
    if (!json && rows.length === 0) print('No organization is approved.')
    for (const { id, name, approvedAt, channelId, channelName, teamName, apps } of rows) {
      const approvedDate = utcDate(approvedAt)
      const team = teamName === null ? 'no representative' : `team ${JSON.stringify(teamName)}`
      const representative = channelId === null ? team : `${channelName} (${channelId})`
      print(
        json
          ? JSON.stringify({ organizationId: id, name, approvedDate, channelId, channelName, teamName, apps })
          : `${id}  ${JSON.stringify(name)}  ${representative}  applications ${apps}  approved ${approvedDate}`,
      )
    }
    if (rows.length === max) (json ? printToStderr : print)(`Next page: --after ${rows.at(-1)?.id}`)
  },
})

export const approveOrganization = defineCommand({
  name: 'organization approve',
  summary: 'Allow the applications of an organization to have the drops scope; says what it replaces',
  positionals: { organizationId },
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
    const replaced = await organizations.approveOrganization({ organizationId, name, channelId }, deps)
    if (replaced === null) return print(`Organization ${organizationId} is approved.`)
    const changes = [
      ...(replaced.name === name ? [] : [`its name was ${JSON.stringify(replaced.name)}`]),
      ...(channelId === undefined || replaced.channelId === channelId
        ? []
        : [`its representative was ${replaced.channelId ?? 'nobody'}`]),
    ]
    print(
      `Organization ${organizationId} was approved already${changes.length === 0 ? '; nothing changed' : ` and is replaced: ${changes.join(', ')}`}.`,
    )
  },
})

export const revokeOrganization = defineCommand({
  name: 'organization revoke',
  summary: 'End the approval of an organization; its applications lose the drops scope',
  positionals: { organizationId },
  options: dataDirOption,
  async run({ organizationId, ...location }, env) {
    await using deps = await openData(location, env)
    const organizations = await import('@onair/server/features/apps/organizations.ts')
    const apps = await organizations.revokeOrganization(organizationId, deps)
    print(`Organization ${organizationId} is no longer approved. Applications that lost the drops scope: ${apps}.`)
  },
})
