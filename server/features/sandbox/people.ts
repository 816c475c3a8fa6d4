import { sandboxPeople } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { makePerson } from '../accounts/make-person.ts'

/** Makes a person; an email address and a password are made up where none are given. */
export const makeAPerson = handle(sandboxPeople.makePerson, async ({ body }, world) => {
  const email = body.email ?? `${world.random.bytes(6).toString('hex')}@onair.test`
  const password = body.password ?? world.random.bytes(9).toString('base64url')
  const made = await makePerson({ ...body, email, password }, world)
  return { ...made, password }
})
