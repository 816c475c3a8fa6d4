import type { sandboxApi } from '@onair/contract'
import { approveOrganization } from '../../features/apps/organizations.ts'
import { registerApp } from '../../features/apps/register-app.ts'
import { requireChannel } from '../../features/channels/require-channel.ts'
import { requireValidWebhookUrl, webhookUrlWriter } from '../../features/webhooks/update-webhook.ts'
import type { Handlers } from '../handler.ts'

export const apps: Handlers<typeof sandboxApi.apps> = {
  /** Approves the organization of the application, under the name of its first application. */
  async createApp({ body }, deps) {
    const { name, organizationId, ownerChannelId, webhookUrl } = body
    if (ownerChannelId !== undefined) await requireChannel('ownerChannelId', ownerChannelId, deps)
    if (organizationId !== undefined)
      await approveOrganization({ organizationId, name, channelId: ownerChannelId, keepName: true }, deps)
    if (webhookUrl === undefined) return registerApp(body, deps)
    requireValidWebhookUrl(webhookUrl, deps)
    return registerApp(body, deps, webhookUrlWriter(webhookUrl, deps))
  },
}
