import { endWebSession } from '../../../features/accounts/sign-in/web-session.ts'
import { definePage, redirect, returnPathOf } from '../page-route.ts'

export const signOut = definePage('POST', '/sign-out', async (request, deps) => {
  if (request.visitor !== null) await endWebSession(request.visitor, deps)
  return redirect(returnPathOf(request), 'ended')
})
