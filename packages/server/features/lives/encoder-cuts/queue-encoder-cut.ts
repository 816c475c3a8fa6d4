import { busMessage, encoderCutsTopic } from '../../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { insertEncoderCut } from './encoder-cut-store.ts'

/**
 * Has the media servers cut the encoder of a channel, after the transaction that takes the live down or replaces the stream
 * key. Call it before the key is replaced. Where the platform carries the video itself, there is nothing to cut elsewhere.
 */
export async function queueEncoderCut(
  tx: Tx,
  publish: Publish,
  cut: { channelId: string; wasLive: boolean; now: number },
  { config }: Pick<Deps, 'config'>,
): Promise<void> {
  if (config.mediaControls.length === 0) return
  await insertEncoderCut(tx, cut)
  publish(busMessage(encoderCutsTopic, {}))
}
