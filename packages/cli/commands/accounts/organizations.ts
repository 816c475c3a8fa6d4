import { defineCommand } from '../../command.ts'
import { print } from '../../print.ts'
import { adminCommand, listText, next } from '../data/admin-command.ts'
import { dataDirOption, openData, resolveChannelOption } from '../data/open-data.ts'
import { channelPlaceholder, channelDescription } from '../sandbox/demo-channels.ts'

const organizationId = { placeholder: '<organization id>', isRequired: true } as const
const requestId = { placeholder: '<request id>', isRequired: true } as const

export const listOrganizations = adminCommand({
  name: 'organization list',
  summary: 'List the approved organizations, by id',
  endpoint: 'listSiteOrganizations',
  options: { next },
  input: (query) => ({ query }),
  run: async ({ query }, deps) =>
    (await import('@onair/server/features/apps/organizations.ts')).listSiteOrganizations(query.next, deps),
  text: (list) =>
    listText(
      list,
      ({ organizationId, name, representative, teamName, apps, approvedDate }) => [
        organizationId,
        JSON.stringify(name),
        representative === null
          ? teamName === null
            ? 'no representative'
            : `team ${JSON.stringify(teamName)}`
          : `${JSON.stringify(representative.channelName)} (${representative.channelId})`,
        `applications ${apps}`,
        `approved ${approvedDate}`,
      ],
      'No organization is approved.',
    ),
})

export const approveOrganization = defineCommand({
  name: 'organization approve',
  endpoint: 'putOrganization',
  summary: 'Allow the applications of an organization to have the drops scope; says what it replaces',
  positionals: { organizationId },
  options: {
    name: { placeholder: '<name>', description: 'name of the organization', isRequired: true },
    'channel-id': {
      placeholder: channelPlaceholder,
      description: `its representative, who may create campaigns: ${channelDescription}`,
    },
    ...dataDirOption,
    json: { description: 'print JSON' },
  },
  async run({ organizationId, name, 'channel-id': channel, json, ...location }, env) {
    await using deps = await openData(location, env)
    const organizations = await import('@onair/server/features/apps/organizations.ts')
    const channelId = await resolveChannelOption('channel-id', channel, deps)
    const replaced = await organizations.approveOrganization({ organizationId, name, channelId }, deps)
    if (json) return print(JSON.stringify({ organizationId, name, channelId, replaced }))
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

export const revokeOrganization = adminCommand({
  name: 'organization revoke',
  summary: 'End the approval of an organization; its applications lose the drops scope',
  endpoint: 'revokeOrganization',
  positionals: { organizationId },
  options: { reason: { placeholder: '<text>', description: 'for those who represent it', isRequired: true } },
  input: ({ organizationId, reason }) => ({ pathParams: { organizationId }, body: { reason } }),
  async run({ pathParams: { organizationId }, body: { reason } }, deps) {
    const { revokeOrganization: revoke } = await import('@onair/server/features/apps/organizations.ts')
    return { apps: await revoke({ organizationId, reason }, deps) }
  },
  text: ({ apps }, { pathParams: { organizationId } }) =>
    `Organization ${organizationId} is no longer approved. Applications that lost the drops scope: ${apps}.`,
})

export const listOrganizationRequests = adminCommand({
  name: 'organization requests',
  summary: 'List the organizations that people ask to be approved, oldest first',
  endpoint: 'listOrganizationRequests',
  run: async (_input, deps) =>
    (await import('@onair/server/features/apps/organization-requests.ts')).listOrganizationRequests(deps),
  text: (list) =>
    listText(
      list,
      ({ requestId, organizationId, name, note, person, createdDate, replaces }) => [
        requestId,
        createdDate,
        organizationId,
        JSON.stringify(name),
        `by ${person.channelId} ${JSON.stringify(person.channelName)}`,
        replaces === null ? '' : `replaces ${JSON.stringify(replaces)}`,
        JSON.stringify(note),
      ],
      'No request waits.',
    ),
})

export const decideOrganizationRequest = adminCommand({
  name: 'organization decide',
  summary: 'Approve a requested organization with the person as its representative, or decline it',
  endpoint: 'putOrganizationDecision',
  positionals: {
    requestId,
    decision: { placeholder: '<decision>', choices: ['approve', 'decline'], isRequired: true },
  },
  options: { answer: { placeholder: '<text>', description: 'for the person; required to decline' } },
  input: ({ requestId, decision, answer }) => ({
    pathParams: { requestId },
    body: { isApproved: decision === 'approve', answer },
  }),
  async run({ pathParams: { requestId }, body }, deps) {
    const { decideOrganizationRequest: decide } = await import('@onair/server/features/apps/organization-requests.ts')
    await decide({ requestId, ...body }, deps)
    return null
  },
  text: (_content, { pathParams: { requestId }, body: { isApproved } }) =>
    `Request ${requestId} is ${isApproved ? 'approved' : 'declined'}.`,
})
