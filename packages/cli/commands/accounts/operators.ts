import { siteRoles, type SiteRole } from '@onair/contract'
import { defineCommand } from '../../command.ts'
import { print } from '../../print.ts'
import { account, adminCommand, listText, ofPerson } from '../data/admin-command.ts'
import { dataDirOption, openData } from '../data/open-data.ts'

const role = {
  placeholder: '<role>',
  description: 'OPERATOR, or MODERATOR, who acts on people and content only',
  choices: siteRoles,
  defaultText: 'OPERATOR',
} as const

export const listOperators = adminCommand({
  name: 'operator list',
  summary: 'List the operators and moderators of the site',
  endpoint: 'listSiteRoles',
  run: async (_input, deps) => (await import('@onair/server/features/operators/site-roles.ts')).listSiteRoles(deps),
  text: (list) =>
    listText(
      list,
      ({ channelId, channelName, role, grantedDate }) => [
        role,
        channelId,
        JSON.stringify(channelName),
        `since ${grantedDate}`,
      ],
      'The site has no operator. onair operator invite prints a link for the first one.',
    ),
})

export const grantOperator = adminCommand({
  name: 'operator grant',
  summary: 'Make a person an operator or a moderator of the site',
  endpoint: 'putSiteRole',
  positionals: { account },
  options: { role },
  input: async (args, deps) => ({ ...(await ofPerson(args, deps)), body: { role: args.role ?? 'OPERATOR' } }),
  async run({ pathParams: { channelId }, body: { role } }, deps) {
    const { grantSiteRole } = await import('@onair/server/features/operators/site-roles.ts')
    await grantSiteRole({ channelId, role }, deps)
    return null
  },
  text: (_content, { pathParams: { channelId }, body: { role } }) => `${channelId} has the role ${role}.`,
})

export const revokeOperator = adminCommand({
  name: 'operator revoke',
  summary: "Remove a person's role; the last operator keeps it",
  endpoint: 'deleteSiteRole',
  positionals: { account },
  input: ofPerson,
  async run({ pathParams: { channelId } }, deps) {
    const { revokeSiteRole } = await import('@onair/server/features/operators/site-roles.ts')
    await revokeSiteRole(channelId, deps)
    return null
  },
  text: (_content, { pathParams: { channelId } }) => `${channelId} has no role.`,
})

export const inviteOperator = defineCommand({
  name: 'operator invite',
  summary: 'Print a one-time link, valid for a day, by which the person who opens it gets the role',
  positionals: {},
  options: { role, ...dataDirOption, json: { description: 'print JSON' } },
  async run({ role, json, ...location }, env) {
    const offered = (role ?? 'OPERATOR') as SiteRole
    await using deps = await openData(location, env)
    const { createSiteRoleLink } = await import('@onair/server/features/operators/site-role-link.ts')
    const link = `${deps.addresses.authUrl}${await createSiteRoleLink(offered, deps)}`
    print(json ? JSON.stringify({ link, role: offered }) : link)
  },
})
