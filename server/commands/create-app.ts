import { userScopes, wireProfiles } from '@onair/contract'
import { registerApp } from '../features/apps/register-app.ts'
import { knownChannel } from '../features/channels/known-channel.ts'
import { checkWebhookUrl, writeWebhookUrl } from '../features/webhooks/subscription.ts'
import { channelBeside, dataDir, openBeside } from './beside.ts'
import { command } from './command.ts'
import { channelPlace, channelSays } from './demo-names.ts'
import { say } from './say.ts'

/** Registers an application, also while the platform runs. Prints its credentials; the secret is shown this once. */
export const createApp = command({
  words: 'app create',
  does: 'Register an application; prints its client id and secret',
  takes: {},
  options: {
    name: { value: '<name>', says: 'what people see when they are asked for consent', isNeeded: true },
    'redirect-uri': { value: '<url>', says: 'where people are led after consent', isNeeded: true },
    scopes: { value: '<scope>', says: `every one of people unless given: ${userScopes.join(', ')}`, isMany: true },
    'organization-id': { value: '<id>', says: 'the company that it is of, for the drops scope' },
    'owner-channel-id': { value: channelPlace, says: `whose it is in the console: ${channelSays}` },
    'webhook-url': { value: '<url>', says: 'where claims are notified' },
    'wire-profile': { value: '<profile>', says: 'how answers are spelled', oneOf: wireProfiles },
    ...dataDir,
    json: { says: 'print JSON' },
  },
  async run({ name, 'redirect-uri': redirectUri, scopes, json, ...options }, env) {
    await using world = await openBeside(options, env)
    const ownerChannelId = channelBeside('owner-channel-id', options['owner-channel-id'], world)
    if (ownerChannelId !== undefined) await knownChannel('owner-channel-id', ownerChannelId, world)
    const webhookUrl = options['webhook-url']
    if (webhookUrl !== undefined) checkWebhookUrl(webhookUrl, world)
    const { clientId, clientSecret } = await registerApp(
      {
        name,
        redirectUri,
        scopes: scopes.length === 0 ? undefined : scopes,
        ownerChannelId,
        organizationId: options['organization-id'],
        wireProfile: wireProfiles.find((one) => one === options['wire-profile']),
      },
      world,
      webhookUrl === undefined ? undefined : writeWebhookUrl(webhookUrl, world),
    )
    say(
      json
        ? JSON.stringify({ clientId, clientSecret })
        : `CLIENT_ID      ${clientId}\nCLIENT_SECRET  ${clientSecret}\nThe secret is not shown again.`,
    )
  },
})
