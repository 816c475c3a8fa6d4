import type { Reader } from '../../../infra/db/db.ts'
import { isFound } from '../../../infra/db/results.ts'
import { isPublicStored } from '../../../shared/watch/public-store.ts'

/** The picture of a recording or a clip that everyone may see: one that can be watched without a question. */
export function replayPictureSource(db: Reader, id: string) {
  const ofRecording = db
    .selectFrom('recording')
    .innerJoin('channel', 'channel.id', 'recording.channel_id')
    .where('recording.id', '=', id)
    .where('recording.ended_at', 'is not', null)
    .where(isPublicStored('recording'))
    .where('channel.ended_at', 'is', null)
    .where('picture', 'is not', null)
  const ofClip = db
    .selectFrom('clip')
    .innerJoin('channel', 'channel.id', 'clip.channel_id')
    .innerJoin('channel as creator', 'creator.id', 'clip.created_by')
    .where('clip.id', '=', id)
    .where('duration_ms', '>', 0)
    .where(isPublicStored('clip'))
    .where('channel.ended_at', 'is', null)
    .where('creator.ended_at', 'is', null)
    .where('picture', 'is not', null)
  return {
    exists: () => ofRecording.select('recording.id').unionAll(ofClip.select('clip.id')).$call(isFound),
    async load(): Promise<{ type: 'image/jpeg'; bytes: Buffer } | null> {
      const row = await ofRecording.select('picture').unionAll(ofClip.select('picture')).executeTakeFirst()
      return row?.picture == null ? null : { type: 'image/jpeg', bytes: row.picture }
    },
  }
}
