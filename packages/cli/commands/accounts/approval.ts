import { CommandError, type Command } from '../../command.ts'
import { account, adminCommand, ofPerson } from '../data/admin-command.ts'
import { resolveAccount } from '../data/open-data.ts'

export const approveAccount = signUpCommand('approve', true, 'Approve a person who signed up and waits, or was refused')
export const refuseAccount = signUpCommand(
  'refuse',
  false,
  'Refuse a person who signed up and waits; the account is deleted after 7 days',
)

function signUpCommand(name: string, isApproved: boolean, summary: string): Command {
  return adminCommand({
    name: `account ${name}`,
    summary,
    endpoint: 'decideSignUps',
    positionals: { account },
    input: async ({ account }, deps) => ({
      body: { channelIds: [await resolveAccount(account, deps)], isApproved },
    }),
    async run({ body }, deps) {
      const { decideSignUps } = await import('@onair/server/features/accounts/approval/decide-sign-ups.ts')
      const decided = await decideSignUps(body, deps)
      if (decided === 0) throw new CommandError(`The account ${body.channelIds.join()} does not wait for approval.`)
      return { decided }
    },
    text: (_content, { body }) => `${body.channelIds.join()} is ${isApproved ? 'approved' : 'refused'}.`,
  })
}

export const decideStreamRequest = adminCommand({
  name: 'account decide-stream',
  summary: 'Approve or decline the request of a person to stream; onair account list --state ASKS_TO_STREAM lists them',
  endpoint: 'decideStreamRequests',
  positionals: { account, decision: { placeholder: '<decision>', choices: ['approve', 'decline'], isRequired: true } },
  options: { answer: { placeholder: '<text>', description: 'why it is declined; the person sees it' } },
  input: async ({ account, decision, answer }, deps) => ({
    body: { channelIds: [await resolveAccount(account, deps)], isApproved: decision === 'approve', answer },
  }),
  async run({ body }, deps) {
    const { decideStreamRequests } = await import('@onair/server/features/accounts/approval/decide-stream-requests.ts')
    const decided = await decideStreamRequests(body, deps)
    if (decided === 0) throw new CommandError(`The account ${body.channelIds.join()} does not ask to stream.`)
    return { decided }
  },
  text: (_content, { body: { channelIds, isApproved } }) =>
    `${channelIds.join()} is ${isApproved ? 'approved as a streamer' : 'declined'}.`,
})

export const letStream = adminCommand({
  name: 'account let-stream',
  summary: 'Let a person stream while the site lets only approved people do so, or no longer',
  endpoint: 'putStreamers',
  positionals: { account },
  options: { remove: { description: 'no longer' } },
  input: async ({ account, remove }, deps) => ({
    body: { channelIds: [await resolveAccount(account, deps)], mayStream: !remove },
  }),
  async run({ body }, deps) {
    const { requirePerson } = await import('@onair/server/features/accounts/moderate/people.ts')
    const { setStreamers } = await import('@onair/server/features/accounts/moderate/moderate-people.ts')
    for (const channelId of body.channelIds) await requirePerson(channelId, deps)
    return { changed: await setStreamers(body, deps) }
  },
  text: (_content, { body: { channelIds, mayStream } }) =>
    `${channelIds.join()} ${mayStream ? 'is approved' : 'is not approved'} as a streamer.`,
})

export const setMark = adminCommand({
  name: 'account verified-mark',
  summary: 'Give the channel of a person the verified mark, or take it',
  endpoint: 'putVerifiedMark',
  positionals: { account },
  options: { remove: { description: 'take the mark' } },
  input: async (args, deps) => ({ ...(await ofPerson(args, deps)), body: { verifiedMark: !args.remove } }),
  async run({ pathParams: { channelId }, body: { verifiedMark } }, deps) {
    const { setVerifiedMark } = await import('@onair/server/features/accounts/moderate/moderate-people.ts')
    await setVerifiedMark({ channelId, verifiedMark }, deps)
    return null
  },
  text: (_content, { pathParams: { channelId }, body: { verifiedMark } }) =>
    `${channelId} has ${verifiedMark ? 'the' : 'no'} verified mark.`,
})
