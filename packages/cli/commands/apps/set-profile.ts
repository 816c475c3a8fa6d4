import { sandboxApi, wireProfiles } from '@onair/contract'
import { defineCommand, UsageError } from '../../command.ts'
import { print } from '../../print.ts'
import { openSandbox, sandboxOptions } from '../sandbox/sandbox.ts'

/** Sets the wire profile of an application of a running sandbox. */
export const setProfile = defineCommand({
  name: 'app profile',
  summary: 'Set the wire profile of an application: documented, or observed for a client of the public service',
  positionals: { profile: { placeholder: '<profile>', isRequired: true, description: wireProfiles.join(' or ') } },
  options: {
    'client-id': { placeholder: '<client id>', description: 'the application', defaultText: 'the demo application' },
    ...sandboxOptions,
  },
  async run({ profile, 'client-id': chosen, json, ...target }, env) {
    const wireProfile = wireProfiles.find((each) => each === profile)
    if (wireProfile === undefined) throw new UsageError(`<profile> must be ${wireProfiles.join(' or ')}.`)
    const { call, overview } = await openSandbox(target, env)
    const clientId = chosen ?? overview.demo.clientId
    await call(sandboxApi.apps.setWireProfile, { pathParams: { clientId }, body: { wireProfile } })
    print(
      json ? JSON.stringify({ clientId, wireProfile }) : `The wire profile is ${wireProfile} from the next session on.`,
    )
  },
})
