import { sandboxPeople } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { approveOrganization } from '../apps/organizations.ts'
import { searchPeople } from '../accounts/account-store.ts'
import { createPerson } from '../accounts/create-person.ts'

const maxListed = 200

export const listPeople = defineHandler(sandboxPeople.listPeople, async ({ query: { name = '' } }, { db }) => ({
  data: await searchPeople(db.read, name, maxListed),
}))

/** Makes a person; an email address and a password are made up where none are given. Their organization is approved on the way. */
export const makeAPerson = defineHandler(sandboxPeople.createPerson, async ({ body }, deps) => {
  const email = body.email ?? `${deps.random.bytes(6).toString('hex')}@onair.test`
  const password = body.password ?? deps.random.bytes(9).toString('base64url')
  const person = await createPerson({ ...body, email, password }, deps)
  const { organizationId } = body
  if (organizationId !== undefined)
    await approveOrganization({ organizationId, name: person.channelName, channelId: person.channelId }, deps)
  return { ...person, password }
})
