import type { sandboxApi } from '@onair/contract'
import { requireApp } from '../../features/apps/require-app.ts'
import { createGrant } from '../../features/auth/create-grant.ts'
import { withdrawConsent } from '../../features/auth/withdraw-consent.ts'
import { requireChannel } from '../../features/channels/require-channel.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../handler.ts'

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
