import { sandboxSessions } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import { cutSession } from '../sessions/cut-session.ts'

export const disconnect = handle(sandboxSessions.disconnect, async ({ inPath: { sessionKey } }, world) => {
  const cut = await cutSession({ sessionKey, reason: 'cut in the sandbox' }, world)
  if (!cut) throw new Refusal('notFound', 'sessionKey: there is no such session')
  return null
})
