import { onPage, ownPath, redirect } from '../../kit/page-call.ts'
import { endWebSession } from './web-session.ts'

/** Ends the session, here and in the database, and leads back. */
export const signOut = onPage('POST', '/sign-out', async (call, world) => {
  if (call.visitor !== null) await endWebSession(call.visitor, world)
  return redirect(ownPath(call.query.get('back')), 'ended')
})
