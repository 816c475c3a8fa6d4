import { CommandError, defineCommand, parseInteger, type Env } from '../../command.ts'
import { print } from '../../print.ts'
import { resolveAccount, accountDescription, accountPlaceholder, dataDirOption, openData } from '../data/open-data.ts'

const account = { placeholder: accountPlaceholder, description: accountDescription, isRequired: true } as const
const network = {
  placeholder: '<network>',
  description: 'an address, or a network in CIDR notation',
  isRequired: true,
} as const
const commonOptions = { ...dataDirOption, json: { description: 'print JSON' } } as const

export const listNetworks = defineCommand({
  name: 'network list',
  summary: 'List the networks from which nobody signs up, signs in, writes or joins a chat',
  positionals: {},
  options: commonOptions,
  async run({ json, ...location }, env) {
    await using deps = await openData(location, env)
    const { listBlockedNetworks } = await import('@onair/server/features/blocks/block-network.ts')
    const { data } = await listBlockedNetworks(deps)
    if (json) return print(JSON.stringify(data))
    if (data.length === 0) return print('No network is blocked.')
    for (const { network, reason, endDate } of data)
      print(
        `${network.padEnd(18)}  ${endDate === null ? 'until it is ended' : `until ${endDate}`}  ${JSON.stringify(reason)}`,
      )
  },
})

export const blockNetwork = defineCommand({
  name: 'network block',
  summary: 'Block a network, or change its block',
  positionals: { network },
  options: {
    reason: { placeholder: '<text>', description: 'shown to the people who run the site', isRequired: true },
    hours: { placeholder: '<hours>', description: 'end the block after so many hours' },
    ...commonOptions,
  },
  async run({ network, reason, hours, json, ...location }, env) {
    const seconds = hours === undefined ? undefined : parseInteger('hours', hours, { min: 1, max: 24 * 365 }) * 3_600
    await using deps = await openData(location, env)
    const { blockNetwork: block } = await import('@onair/server/features/blocks/block-network.ts')
    const blocked = await block({ network, reason, seconds, ip: null }, deps)
    print(json ? JSON.stringify({ network: blocked, seconds: seconds ?? null }) : `${blocked} is blocked.`)
  },
})

export const unblockNetwork = defineCommand({
  name: 'network unblock',
  summary: 'End the block of a network',
  positionals: { network },
  options: commonOptions,
  async run({ network, json, ...location }, env) {
    await using deps = await openData(location, env)
    const { unblockNetwork: unblock } = await import('@onair/server/features/blocks/block-network.ts')
    await unblock(network, deps)
    print(json ? JSON.stringify({ network }) : `${network} is not blocked.`)
  },
})

export const listLives = defineCommand({
  name: 'live list',
  summary: 'List the lives of the site, most viewers first',
  positionals: {},
  options: {
    search: { placeholder: '<text>', description: 'a part of a title or a name' },
    page: { placeholder: '<number>', description: 'from 0', defaultText: '0' },
    ...commonOptions,
  },
  async run({ search, page = '0', json, ...location }, env) {
    const query = { page: parseInteger('page', page, { min: 0, max: 1_000_000 }), ...(search && { search }) }
    await using deps = await openData(location, env)
    const { listSiteLives } = await import('@onair/server/features/lives/list-site-lives.ts')
    const list = await listSiteLives(query, { ...deps, addresses: { baseUrl: deps.config.baseUrl ?? '' } })
    if (json) return print(JSON.stringify(list))
    if (list.data.length === 0) return print('No channel is live.')
    for (const { channelId, channelName, viewers, openedDate, title } of list.data)
      print(`${channelId}  ${String(viewers).padStart(7)}  ${openedDate}  ${JSON.stringify([channelName, title])}`)
  },
})

export const endLive = defineCommand({
  name: 'live end',
  summary: 'End the live of a person and replace the stream key, so that the encoder does not come back',
  positionals: { account },
  options: {
    reason: { placeholder: '<text>', description: 'kept in the audit log', isRequired: true },
    ...commonOptions,
  },
  async run({ account, reason, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { moderateLive } = await import('@onair/server/features/lives/moderate-live.ts')
    await moderateLive({ channelId, measure: 'END', reason }, deps)
    print(json ? JSON.stringify({ channelId }) : `The live of ${channelId} ended, and the stream key is replaced.`)
  },
})

export const setMark = defineCommand({
  name: 'account verified-mark',
  summary: 'Give the channel of a person the verified mark, or take it',
  positionals: { account },
  options: { remove: { description: 'take the mark' }, ...commonOptions },
  async run({ account, remove, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { setVerifiedMark } = await import('@onair/server/features/accounts/moderate/moderate-people.ts')
    await setVerifiedMark({ channelId, verifiedMark: !remove }, deps)
    if (json) return print(JSON.stringify({ channelId, verifiedMark: !remove }))
    print(`${channelId} has ${remove ? 'no' : 'the'} verified mark.`)
  },
})

export const letStream = defineCommand({
  name: 'account let-stream',
  summary: 'Let a person stream while the site lets only approved people do so, or no longer',
  positionals: { account },
  options: { remove: { description: 'no longer' }, ...commonOptions },
  async run({ account, remove, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { setStreamers } = await import('@onair/server/features/accounts/moderate/moderate-people.ts')
    await setStreamers({ channelIds: [channelId], mayStream: !remove }, deps)
    if (json) return print(JSON.stringify({ channelId, mayStream: !remove }))
    print(`${channelId} ${remove ? 'is not approved' : 'is approved'} as a streamer.`)
  },
})

export const approveAccount = defineCommand({
  name: 'account approve',
  summary: 'Approve a person who signed up and waits, or was refused',
  positionals: { account },
  options: commonOptions,
  run: ({ account, json, ...location }, env) => decide({ account, isApproved: true, json }, location, env),
})

export const refuseAccount = defineCommand({
  name: 'account refuse',
  summary: 'Refuse a person who signed up and waits; the account is deleted after 7 days',
  positionals: { account },
  options: commonOptions,
  run: ({ account, json, ...location }, env) => decide({ account, isApproved: false, json }, location, env),
})

async function decide(
  { account, isApproved, json }: { account: string; isApproved: boolean; json: boolean },
  location: Parameters<typeof openData>[0],
  env: Env,
): Promise<void> {
  await using deps = await openData(location, env)
  const channelId = await resolveAccount(account, deps)
  const { decideSignUps } = await import('@onair/server/features/accounts/approval/decide-sign-ups.ts')
  const { noMetrics } = await import('@onair/server/infra/observability/metrics.ts')
  const addresses = { authUrl: deps.config.authUrl ?? deps.config.baseUrl ?? '' }
  const decision = { channelIds: [channelId], isApproved }
  const decided = await decideSignUps(decision, { ...deps, addresses, metrics: noMetrics })
  if (decided === 0) throw new CommandError(`The account ${channelId} does not wait for approval.`)
  print(json ? JSON.stringify({ channelId, isApproved }) : `${channelId} is ${isApproved ? 'approved' : 'refused'}.`)
}

export const invitePerson = defineCommand({
  name: 'account invite',
  summary: 'Print a link by which people sign up while sign-up is by invitation',
  positionals: {},
  options: {
    uses: { placeholder: '<count>', description: 'how many people can sign up with it', defaultText: '1' },
    days: { placeholder: '<days>', description: 'how long it can be used', defaultText: '7' },
    ...commonOptions,
  },
  async run({ uses = '1', days = '7', json, ...location }, env) {
    const { limits } = await import('@onair/contract')
    const invitation = {
      uses: parseInteger('uses', uses, { min: 1, max: limits.invitationUses }),
      days: parseInteger('days', days, { min: 1, max: 90 }),
    }
    await using deps = await openData(location, env)
    const { createInvitation } = await import('@onair/server/features/accounts/invitations/invitations.ts')
    const { authUrl, baseUrl } = deps.config
    const link = `${authUrl ?? baseUrl ?? ''}${await createInvitation(invitation, deps)}`
    print(json ? JSON.stringify({ link, ...invitation }) : link)
  },
})
