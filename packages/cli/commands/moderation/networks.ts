import { CommandError } from '../../command.ts'
import { account, adminCommand, hours, listText, ofPerson, reason, secondsOf } from '../data/admin-command.ts'

const network = {
  placeholder: '<network>',
  description: 'an address, or a network in CIDR notation',
  isRequired: true,
} as const
const end = (endDate: string | null) => (endDate === null ? 'until it is ended' : `until ${endDate}`)

export const listNetworks = adminCommand({
  name: 'network list',
  summary: 'List the networks from which nobody signs up, signs in, writes or joins a chat',
  endpoint: 'listBlockedNetworks',
  run: async (_input, deps) =>
    (await import('@onair/server/features/blocks/blocked-networks.ts')).listBlockedNetworks(deps),
  text: (list) =>
    listText(
      list,
      ({ network, reason, endDate }) => [network, end(endDate), JSON.stringify(reason)],
      'No network is blocked.',
    ),
})

export const blockNetwork = adminCommand({
  name: 'network block',
  summary: 'Block a network, or change its block',
  endpoint: 'blockNetwork',
  positionals: { network },
  options: { reason, hours },
  input: ({ network, reason, hours }) => ({ body: { network, reason, seconds: secondsOf(hours) } }),
  async run({ body: { network, reason, seconds } }, deps) {
    const { blockNetwork: block } = await import('@onair/server/features/blocks/blocked-networks.ts')
    return { network: await block({ network, reason, seconds, ip: null }, deps) }
  },
  text: ({ network }) => `${network} is blocked.`,
})

export const unblockNetwork = adminCommand({
  name: 'network unblock',
  summary: 'End the block of a network',
  endpoint: 'unblockNetwork',
  positionals: { network },
  input: ({ network }) => ({ query: { network } }),
  async run({ query: { network } }, deps) {
    const { unblockNetwork: unblock } = await import('@onair/server/features/blocks/blocked-networks.ts')
    await unblock(network, deps)
    return null
  },
  text: (_content, { query: { network } }) => `${network} is not blocked.`,
})

export const listDevices = adminCommand({
  name: 'browser list',
  summary: 'List the people whose browsers are blocked, newest first',
  endpoint: 'listBlockedDevices',
  run: async (_input, deps) =>
    (await import('@onair/server/features/blocks/blocked-devices.ts')).listBlockedDevices(deps),
  text: (list) =>
    listText(
      list,
      ({ channelId, channelName, devices, reason, endDate }) => [
        channelId,
        channelName === null ? 'deleted account' : JSON.stringify(channelName),
        `browsers ${devices}`,
        end(endDate),
        JSON.stringify(reason ?? ''),
      ],
      'No browser is blocked.',
    ),
})

export const unblockDevices = adminCommand({
  name: 'browser unblock',
  summary: "End the block of a person's browsers",
  endpoint: 'unblockDevices',
  positionals: { account },
  input: ofPerson,
  async run({ pathParams: { channelId } }, deps) {
    const { unblockDevices: unblock } = await import('@onair/server/features/blocks/blocked-devices.ts')
    if (!(await unblock(channelId, deps))) throw new CommandError(`No browser of ${channelId} is blocked.`)
    return null
  },
  text: (_content, { pathParams: { channelId } }) => `The browsers of ${channelId} are not blocked.`,
})
