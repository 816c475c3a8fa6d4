import { adminCommand, listText } from '../data/admin-command.ts'

export const listInvitations = adminCommand({
  name: 'invitation list',
  summary: 'List the invitations to sign up that can be used, newest first',
  endpoint: 'listInvitations',
  run: async (_input, deps) =>
    (await import('@onair/server/features/accounts/invitations/invitations.ts')).listInvitations(deps),
  text: (list) =>
    listText(
      list,
      ({ invitationId, usesLeft, endDate }) => [invitationId, `uses left ${usesLeft}`, `until ${endDate}`],
      'No invitation can be used.',
    ),
})

export const createInvitation = adminCommand({
  name: 'invitation create',
  summary: 'Print a link by which people sign up while sign-up is by invitation',
  endpoint: 'createInvitation',
  options: {
    uses: { placeholder: '<count>', description: 'how many people can sign up with it', defaultText: '1' },
    days: { placeholder: '<days>', description: 'how long it can be used', defaultText: '7' },
  },
  input: ({ uses = '1', days = '7' }) => ({ body: { uses: Number(uses), days: Number(days) } }),
  async run({ body }, deps) {
    const { createInvitation: create } = await import('@onair/server/features/accounts/invitations/invitations.ts')
    return { url: `${deps.addresses.authUrl}${await create(body, deps)}` }
  },
  text: ({ url }) => url,
})

export const endInvitation = adminCommand({
  name: 'invitation end',
  summary: 'End an invitation; accounts that were created with it stay',
  endpoint: 'deleteInvitation',
  positionals: { invitationId: { placeholder: '<invitation id>', isRequired: true } },
  input: (pathParams) => ({ pathParams }),
  async run({ pathParams: { invitationId } }, deps) {
    const { endInvitation: end } = await import('@onair/server/features/accounts/invitations/invitations.ts')
    await end(invitationId, deps)
    return null
  },
  text: (_content, { pathParams: { invitationId } }) => `Invitation ${invitationId} has ended.`,
})
