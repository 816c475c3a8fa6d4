import { limits, type sandboxApi } from '@onair/contract'
import { createPeople, createPerson } from '@onair/server/features/accounts/sign-up/create-person.ts'
import { createWebSession } from '@onair/server/features/accounts/sign-in/web-session.ts'
import { approveOrganization } from '@onair/server/features/apps/organizations.ts'
import { cutTimePage, decodeTimeCursor } from '@onair/server/shared/list-cursor.ts'
import { reasonForField, Refusal } from '@onair/server/shared/refusal.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'
import { pageCookies } from '@onair/server/api/pages/cookies.ts'
import { searchPeople } from './people-store.ts'

export const people: Handlers<typeof sandboxApi.people> = {
  /** A page of the people, newest first, or of those whose name contains a text. */
  async listPeople({ query: { name = '', size = limits.sandboxListSize, next: cursor } }, { db }) {
    const found = await searchPeople(db.read, name, { after: decodeTimeCursor(cursor), limit: size + 1 })
    const { page, next } = cutTimePage(found, size)
    return { data: page.map(({ channelId, channelName }) => ({ channelId, channelName })), page: { next } }
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
