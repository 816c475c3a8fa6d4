import type { Deps } from '@onair/server/infra/deps.ts'
import { hashSecret } from '@onair/server/shared/secrets.ts'
import { findSessionByTicket } from '@onair/server/features/sessions/session-store.ts'

/** Records for the inspector that a session URL was refused, because it was used before or has expired. */
export async function recordRefusedTicket(ticket: string, { db, recorder }: Pick<Deps, 'db' | 'recorder'>) {
  const session = await findSessionByTicket(db.read, hashSecret(ticket))
  if (session === undefined || !recorder.isRecording(session.client_id)) return
  const { key: sessionKey, client_id: clientId, owner_channel_id: channelId } = session
  recorder.add({ kind: 'frame', name: 'refused', clientId, sessionKey, channelId })
}
