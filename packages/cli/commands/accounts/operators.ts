import { siteRoles, type SiteRole } from '@onair/contract'
import { defineCommand } from '../../command.ts'
import { print } from '../../print.ts'
import { resolveAccount, accountDescription, accountPlaceholder, dataDirOption, openData } from '../data/open-data.ts'

const account = { placeholder: accountPlaceholder, description: accountDescription, isRequired: true } as const
const role = {
  placeholder: '<role>',
  description: 'OPERATOR, or MODERATOR, who acts on people and content only',
  choices: siteRoles,
  defaultText: 'OPERATOR',
} as const
const commonOptions = { ...dataDirOption, json: { description: 'print JSON' } } as const

export const listOperators = defineCommand({
  name: 'operator list',
  summary: 'List the operators and moderators of the site',
  positionals: {},
  options: commonOptions,
  async run({ json, ...location }, env) {
    await using deps = await openData(location, env)
    const { listSiteRoles } = await import('@onair/server/features/operators/site-roles.ts')
    const { data } = await listSiteRoles(deps)
    if (json) return print(JSON.stringify(data))
    if (data.length === 0)
      return print('The site has no operator. onair operator invite prints a link for the first one.')
    for (const { channelId, channelName, role, grantedDate } of data)
      print(`${role.padEnd(9)}  ${channelId}  ${JSON.stringify(channelName)}  since ${grantedDate}`)
  },
})

export const grantOperator = defineCommand({
  name: 'operator grant',
  summary: 'Make a person an operator or a moderator of the site',
  positionals: { account },
  options: { role, ...commonOptions },
  async run({ account, role, json, ...location }, env) {
    const granted = (role ?? 'OPERATOR') as SiteRole
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { grantSiteRole } = await import('@onair/server/features/operators/site-roles.ts')
    await grantSiteRole({ channelId, role: granted }, deps)
    print(json ? JSON.stringify({ channelId, role: granted }) : `${channelId} has the role ${granted}.`)
  },
})

export const revokeOperator = defineCommand({
  name: 'operator revoke',
  summary: "Remove a person's role; the last operator keeps it",
  positionals: { account },
  options: commonOptions,
  async run({ account, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { revokeSiteRole } = await import('@onair/server/features/operators/site-roles.ts')
    await revokeSiteRole(channelId, deps)
    print(json ? JSON.stringify({ channelId, role: null }) : `${channelId} has no role.`)
  },
})

export const inviteOperator = defineCommand({
  name: 'operator invite',
  summary: 'Print a one-time link, valid for a day, by which the person who opens it gets the role',
  positionals: {},
  options: { role, ...commonOptions },
  async run({ role, json, ...location }, env) {
    const offered = (role ?? 'OPERATOR') as SiteRole
    await using deps = await openData(location, env)
    const { createSiteRoleLink } = await import('@onair/server/features/operators/site-role-link.ts')
    const path = await createSiteRoleLink(offered, deps)
    const { authUrl, baseUrl } = deps.config
    const link = `${authUrl ?? baseUrl ?? ''}${path}`
    print(json ? JSON.stringify({ link, role: offered }) : link)
  },
})
