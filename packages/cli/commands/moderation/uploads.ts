import { account, adminCommand, listText, ofPerson } from '../data/admin-command.ts'
import { resolveAccount } from '../data/open-data.ts'

export const listUploads = adminCommand({
  name: 'upload list',
  summary: 'List the emoticons and other files that a person uploaded for the channel',
  endpoint: 'listPersonUploads',
  positionals: { account },
  input: ofPerson,
  async run({ pathParams: { channelId } }, deps) {
    const { listUploads: list } = await import('@onair/server/features/uploads/uploads.ts')
    return { data: await list(channelId, deps) }
  },
  text: (list) => listText(list, ({ kind, name, url }) => [kind, name, url], 'The person uploaded no file.'),
})

export const removeUpload = adminCommand({
  name: 'upload remove',
  summary: 'Remove a file that a person uploaded for the channel',
  endpoint: 'removeUpload',
  positionals: {
    account,
    kind: { placeholder: '<kind>', description: 'as onair upload list prints it', isRequired: true },
    name: { placeholder: '<name>', isRequired: true },
  },
  input: async ({ account, ...upload }, deps) => ({
    pathParams: { channelId: await resolveAccount(account, deps), ...upload },
  }),
  async run({ pathParams }, deps) {
    const { requirePerson } = await import('@onair/server/features/accounts/moderate/people.ts')
    const { deleteUpload } = await import('@onair/server/features/uploads/uploads.ts')
    await requirePerson(pathParams.channelId, deps)
    await deleteUpload({ ...pathParams, isBySite: true }, deps)
    return null
  },
  text: (_content, { pathParams: { kind, name } }) => `The person has no ${kind} ${JSON.stringify(name)}.`,
})

export const removeProfile = adminCommand({
  name: 'account clear-page',
  summary: 'Remove the picture, the introduction, the links, the short address and the planned broadcasts of a channel',
  endpoint: 'removeProfile',
  positionals: { account },
  input: ofPerson,
  async run({ pathParams: { channelId } }, deps) {
    const { requirePerson } = await import('@onair/server/features/accounts/moderate/people.ts')
    const { removeProfile: remove } = await import('@onair/server/features/profiles/profile.ts')
    const { deletePlans } = await import('@onair/server/features/lives/schedule/schedule-store.ts')
    await requirePerson(channelId, deps)
    await remove(channelId, deletePlans, deps)
    return null
  },
  text: (_content, { pathParams: { channelId } }) => `The page of the channel ${channelId} is empty.`,
})
