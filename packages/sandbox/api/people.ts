import type { sandboxApi } from '@onair/contract'
import { createPeople, createPerson } from '@onair/server/features/accounts/sign-up/create-person.ts'
import { listPeople } from '@onair/server/features/accounts/list-people.ts'
import { createWebSession } from '@onair/server/features/accounts/sign-in/web-session.ts'
import { approveOrganization } from '@onair/server/features/apps/organizations.ts'
import { reasonForField, Refusal } from '@onair/server/shared/refusal.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'
import { pageCookies } from '@onair/server/api/pages/cookies.ts'

export const people: Handlers<typeof sandboxApi.people> = {
  async listPeople({ query }, deps) {
    return listPeople(query, deps)
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

  async signIn({ pathParams: { channelId } }, deps) {
    const session = await createWebSession(channelId, { previous: null, browser: { userAgent: null, ip: null } }, deps)
    if (session === null) throw new Refusal('notFound', reasonForField('channelId', 'NO_SUCH_CHANNEL'))
    const [cookie = ''] = pageCookies(deps.addresses.authUrl).session(session.secret, session.lifetimeSec).split(';')
    return { cookie }
  },

  async createPeople({ body: { channelNames } }, deps) {
    return { data: await createPeople(channelNames, deps) }
  },
}
