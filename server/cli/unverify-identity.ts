import { dataDirOption, openData } from './open-data.ts'
import { defineCommand } from './command.ts'
import { print } from './print.ts'

/** For somebody who verified the wrong account, also while the platform runs. */
export const unverifyIdentity = defineCommand({
  name: 'identity undo',
  summary: 'Take back that the identity of an account is verified; then the person may verify another',
  positionals: { channelId: { placeholder: '<channel id>', isRequired: true } },
  options: dataDirOption,
  async run({ channelId, ...location }, env) {
    await using deps = await openData(location, env)
    const identities = await import('../features/accounts/unverify-identity.ts')
    await identities.unverifyIdentity(channelId, deps)
    print(`The identity of ${channelId} is verified no more.`)
  },
})
