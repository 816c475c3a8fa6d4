import { sandboxPeople } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { approveOrganization } from '../apps/organizations.ts'
import { registerApp } from '../apps/register-app.ts'
import { requireValidWebhookUrl, webhookUrlWriter } from '../webhooks/subscription.ts'
import { requireChannel } from '../channels/require-channel.ts'

/** Registers an application; here its organization is approved on the way, under the name of its first application. */
export const createApp = defineHandler(sandboxPeople.createApp, async ({ body }, deps) => {
  if (body.ownerChannelId !== undefined) await requireChannel('ownerChannelId', body.ownerChannelId, deps)
  if (body.organizationId !== undefined)
    await approveOrganization(
      { organizationId: body.organizationId, name: body.name, channelId: body.ownerChannelId, keepName: true },
      deps,
    )
  const { webhookUrl } = body
  if (webhookUrl === undefined) return registerApp(body, deps)
  requireValidWebhookUrl(webhookUrl, deps)
  return registerApp(body, deps, webhookUrlWriter(webhookUrl, deps))
})
