import { sandboxPeople } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { approveOrganization } from '../apps/organizations.ts'
import { registerApp } from '../apps/register-app.ts'
import { checkWebhookUrl, writeWebhookUrl } from '../webhooks/subscription.ts'
import { knownChannel } from '../channels/known-channel.ts'

/** Registers an application; here its organization is approved on the way, under the name of its first application. */
export const makeAnApp = handle(sandboxPeople.makeApp, async ({ body }, world) => {
  if (body.ownerChannelId !== undefined) await knownChannel('ownerChannelId', body.ownerChannelId, world)
  if (body.organizationId !== undefined)
    await approveOrganization(
      { organizationId: body.organizationId, name: body.name, channelId: body.ownerChannelId, keepsName: true },
      world,
    )
  const { webhookUrl } = body
  if (webhookUrl === undefined) return registerApp(body, world)
  checkWebhookUrl(webhookUrl, world)
  return registerApp(body, world, writeWebhookUrl(webhookUrl, world))
})
