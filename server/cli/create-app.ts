import { userScopes, wireProfiles } from '@onair/contract'
import { channelInData, dataDirOption, openData } from './open-data.ts'
import { defineCommand } from './command.ts'
import { channelPlaceholder, channelDescription } from './demo-channels.ts'
import { print } from './print.ts'

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
    'webhook-url': { placeholder: '<url>', description: 'webhook endpoint for drops claims' },
    'wire-profile': { placeholder: '<profile>', description: 'format of responses', choices: wireProfiles },
    ...dataDirOption,
    json: { description: 'print JSON' },
  },
  async run({ name, 'redirect-uri': redirectUri, scopes, json, ...options }, env) {
    await using deps = await openData(options, env)
    const { registerApp } = await import('../features/apps/register-app.ts')
    const { requireChannel } = await import('../features/channels/require-channel.ts')
    const { requireValidWebhookUrl, webhookUrlWriter } = await import('../features/webhooks/subscription.ts')
    const ownerChannelId = await channelInData('owner-channel-id', options['owner-channel-id'], deps)
    if (ownerChannelId !== undefined) await requireChannel('owner-channel-id', ownerChannelId, deps)
    const webhookUrl = options['webhook-url']
    if (webhookUrl !== undefined) requireValidWebhookUrl(webhookUrl, deps)
    const { clientId, clientSecret } = await registerApp(
      {
        name,
        redirectUri,
        scopes: scopes.length === 0 ? undefined : scopes,
        ownerChannelId,
        organizationId: options['organization-id'],
        wireProfile: wireProfiles.find((profile) => profile === options['wire-profile']),
      },
      deps,
      webhookUrl === undefined ? undefined : webhookUrlWriter(webhookUrl, deps),
    )
    print(
      json
        ? JSON.stringify({ clientId, clientSecret })
        : `CLIENT_ID      ${clientId}\nCLIENT_SECRET  ${clientSecret}\nThe secret is not shown again.`,
    )
  },
})
