import type { sandboxApi } from '@onair/contract'
import { searchPeople } from '../../features/accounts/account-store.ts'
import { createPerson } from '../../features/accounts/create-person.ts'
import { approveOrganization } from '../../features/apps/organizations.ts'
import { registerApp } from '../../features/apps/register-app.ts'
import { requireApp } from '../../features/apps/require-app.ts'
import { createGrant } from '../../features/auth/create-grant.ts'
import { withdrawConsent } from '../../features/auth/withdraw-consent.ts'
import { requireChannel } from '../../features/channels/require-channel.ts'
import { getOverview } from '../../features/demo/overview.ts'
import { requireValidWebhookUrl, webhookUrlWriter } from '../../features/webhooks/update-webhook.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../handler.ts'

const maxListedPeople = 200

export const people: Handlers<typeof sandboxApi.people> = {
  async getOverview(_call, deps) {
    return getOverview(deps)
  },

  async listPeople({ query: { name = '' } }, { db }) {
    return { data: await searchPeople(db.read, name, maxListedPeople) }
  },

  /** Generates an email address and a password where none is given, and approves the person's organization. */
  async createPerson({ body }, deps) {
    const email = body.email ?? `${deps.random.bytes(6).toString('hex')}@onair.test`
    const person = await createPerson({ ...body, email }, deps)
    const { organizationId } = body
    if (organizationId !== undefined)
      await approveOrganization({ organizationId, name: person.channelName, channelId: person.channelId }, deps)
    return person
  },

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
