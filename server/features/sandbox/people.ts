import { sandboxPeople } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { approveOrganization } from '../apps/organizations.ts'
import { findPeople } from '../accounts/account-store.ts'
import { makePerson } from '../accounts/make-person.ts'

const listedAtMost = 200

export const listPeople = handle(sandboxPeople.listPeople, async ({ query: { name = '' } }, { db }) => ({
  data: await findPeople(db.read, name, listedAtMost),
}))

/** Makes a person; an email address and a password are made up where none are given. Their organization is approved on the way. */
export const makeAPerson = handle(sandboxPeople.makePerson, async ({ body }, world) => {
  const email = body.email ?? `${world.random.bytes(6).toString('hex')}@onair.test`
  const password = body.password ?? world.random.bytes(9).toString('base64url')
  const made = await makePerson({ ...body, email, password }, world)
  const { organizationId } = body
  if (organizationId !== undefined)
    await approveOrganization({ organizationId, name: made.channelName, channelId: made.channelId }, world)
  return { ...made, password }
})
