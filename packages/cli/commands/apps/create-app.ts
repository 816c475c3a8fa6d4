import { userScopes, wireProfiles, type WireProfile } from '@onair/contract'
import { resolveChannelOption, dataDirOption, openData } from '../data/open-data.ts'
import { defineCommand } from '../../command.ts'
import { channelPlaceholder, channelDescription } from '../sandbox/demo-channels.ts'
import { print } from '../../print.ts'
import { neededProfileLine } from '../../public-service-client.ts'

/** Registers an application and prints its credentials. The secret is shown only once. */
export const createApp = defineCommand({
  name: 'app create',
  summary: 'Register an application; prints its client id and secret',
  positionals: {},
  options: {
    name: { placeholder: '<name>', description: 'name shown on the consent page', isRequired: true },
    'redirect-uri': { placeholder: '<url>', description: 'redirect URI after consent', isRequired: true },
    scopes: {
      placeholder: '<scope>',
      description: `${userScopes.join(', ')}; default: all`,
      isRepeatable: true,
    },
    'organization-id': { placeholder: '<id>', description: 'organization that owns it, for the drops scope' },
    'owner-channel-id': {
      placeholder: channelPlaceholder,
      description: `owner in the console: ${channelDescription}`,
    },
    'webhook-url': { placeholder: '<url>', description: 'webhook URL for drops claims' },
    'wire-profile': {
      placeholder: '<profile>',
      description: 'documented: as in the specification; observed: for a client of the public service',
      choices: wireProfiles,
      defaultText: 'ONAIR_WIRE_PROFILE of the server',
    },
    ...dataDirOption,
    json: { description: 'print JSON' },
  },
  async run({ name, 'redirect-uri': redirectUri, scopes, json, ...options }, env) {
    await using deps = await openData(options, env)
    const { registerApp } = await import('@onair/server/features/apps/register-app.ts')
    const { requireChannel } = await import('@onair/server/features/channels/require-channel.ts')
    const { requireValidWebhookUrl, webhookUrlWriter } =
      await import('@onair/server/features/webhooks/update-webhook.ts')
    const ownerChannelId = await resolveChannelOption('owner-channel-id', options['owner-channel-id'], deps)
    if (ownerChannelId !== undefined) await requireChannel('owner-channel-id', ownerChannelId, deps)
    const webhookUrl = options['webhook-url']
    if (webhookUrl !== undefined) requireValidWebhookUrl(webhookUrl, deps)
    const wireProfile = wireProfiles.find((profile) => profile === options['wire-profile'])
    const { clientId, clientSecret } = await registerApp(
      {
        name,
        redirectUri,
        scopes: scopes.length === 0 ? undefined : scopes,
        ownerChannelId,
        organizationId: options['organization-id'],
        wireProfile,
      },
      deps,
      webhookUrl === undefined ? undefined : webhookUrlWriter(webhookUrl, deps),
    )
    print(
      json
        ? JSON.stringify({ clientId, clientSecret })
        : `CLIENT_ID      ${clientId}\nCLIENT_SECRET  ${clientSecret}\nThe secret is not shown again.\n${profileHint(wireProfile, clientId)}`,
    )
  },
})

function profileHint(wireProfile: WireProfile | undefined, clientId: string): string {
  const command = `npx onair app profile observed --client-id ${clientId}`
  const needed = wireProfile === 'observed' ? null : neededProfileLine(process.cwd(), command)
  return needed ?? profileHints[wireProfile ?? 'default']
}

const profileHints: Record<WireProfile | 'default', string> = {
  documented: 'The wire profile is documented. A client of the public service needs observed.',
  observed: 'The wire profile is observed. A client written from the specification needs documented.',
  default:
    'The wire profile is the ONAIR_WIRE_PROFILE of the server: documented, unless set. A client of the public service needs observed.',
}
