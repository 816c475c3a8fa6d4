import { dataDirOption, openData } from '../data/open-data.ts'
import { defineCommand } from '../../command.ts'
import { print } from '../../print.ts'

/** This command helps a user who verified the wrong account. */
export const unverifyIdentity = defineCommand({
  name: 'identity unverify',
  summary: 'Remove the identity verification of an account; the user can then verify another account',
  positionals: { channelId: { placeholder: '<channel id>', isRequired: true } },
  options: dataDirOption,
  async run({ channelId, ...location }, env) {
    await using deps = await openData(location, env)
    const identities = await import('@onair/server/features/accounts/identity/unverify-identity.ts')
    await identities.unverifyIdentity(channelId, deps)
    print(`Account ${channelId} is no longer verified.`)
  },
})
