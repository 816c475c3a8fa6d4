import type { sandboxApi } from '@onair/contract'
import { requireApp } from '@onair/server/features/apps/require-app.ts'
import { createGrant } from '@onair/server/features/auth/create-grant.ts'
import { withdrawConsent } from '@onair/server/features/auth/withdraw-consent.ts'
import { requireChannel } from '@onair/server/features/channels/require-channel.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'

export const grants: Handlers<typeof sandboxApi.grants> = {
  async createGrant({ body: { clientId, channelId, scopes } }, deps) {
    const app = await requireApp(clientId, deps)
    await requireChannel('channelId', channelId, deps)
    return createGrant({ app, channelId, scopes }, deps)
  },

  async withdrawGrant({ parameters: { clientId, channelId } }, deps) {
    await requireApp(clientId, deps)
    await requireChannel('channelId', channelId, deps)
    if (!(await withdrawConsent({ clientId, channelId }, deps))) throw new Refusal('notFound', 'NO_GRANT')
    return null
  },
}
