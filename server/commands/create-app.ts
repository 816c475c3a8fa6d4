import { readConfig } from '../config.ts'
import { registerApp } from '../features/apps/register-app.ts'
import { knownChannel } from '../features/channels/known-channel.ts'
import { checkWebhookUrl, writeWebhookUrl } from '../features/webhooks/subscription.ts'
import { openWorldBeside } from '../open-world.ts'
import { silentLog } from '../world/log.ts'
import { offsetClock } from '../world/clock.ts'
import { optionsOf, UsageFault, type Env } from './command.ts'

/** Registers an application, also while the platform runs. Prints its credentials; the secret is shown this once. */
export async function createApp(args: string[], env: Env): Promise<void> {
  const options = optionsOf(args, {
    name: { type: 'string' },
    'redirect-uri': { type: 'string' },
    scope: { type: 'string', multiple: true },
    'organization-id': { type: 'string' },
    'owner-channel-id': { type: 'string' },
    'webhook-url': { type: 'string' },
    'wire-profile': { type: 'string' },
    'data-dir': { type: 'string' },
    json: { type: 'boolean' },
  })
  if (options.name === undefined || options['redirect-uri'] === undefined)
    throw new UsageFault('app create needs --name and --redirect-uri.')
  const wireProfile = options['wire-profile']
  if (wireProfile !== undefined && wireProfile !== 'documented' && wireProfile !== 'observed')
    throw new UsageFault('--wire-profile is documented or observed.')

  const dataDir = options['data-dir']
  const config = readConfig({ ...env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) })
  await using world = await openWorldBeside({ config, clock: offsetClock(), log: silentLog })
  const ownerChannelId = options['owner-channel-id']
  if (ownerChannelId !== undefined) await knownChannel('owner-channel-id', ownerChannelId, world)
  const webhookUrl = options['webhook-url']
  if (webhookUrl !== undefined) checkWebhookUrl(webhookUrl, world)
  const { clientId, clientSecret } = await registerApp(
    {
      name: options.name,
      redirectUri: options['redirect-uri'],
      scopes: options.scope,
      ownerChannelId,
      organizationId: options['organization-id'],
      wireProfile,
    },
    world,
    webhookUrl === undefined ? undefined : writeWebhookUrl(webhookUrl, world),
  )
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ clientId, clientSecret })}\n`
      : `CLIENT_ID      ${clientId}\nCLIENT_SECRET  ${clientSecret}\nThe secret is not shown again.\n`,
  )
}
