import { definePage, sameOriginPath, redirect } from './page-route.ts'
import { endWebSession } from '../../features/accounts/web-session.ts'

/** Ends the session, here and in the database, and leads back. */
export const signOut = definePage('POST', '/sign-out', async (call, deps) => {
  if (call.visitor !== null) await endWebSession(call.visitor, deps)
  return redirect(sameOriginPath(call.query.get('back')), 'ended')
})
