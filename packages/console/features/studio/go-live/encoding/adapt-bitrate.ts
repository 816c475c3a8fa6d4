/** A picture of fewer kilobits per second is not worth sending. */
const minKbps = 150
const calmSec = 8

/** The bitrate of the encoder, and for how long the uplink has kept up with it. */
export type Uplink = { kbps: number; calmSec: number }

/**
 * Called once a second with the number of batches that wait: a slow uplink lowers the bitrate quickly, one that keeps up
 * raises it slowly again.
 */
export function adaptBitrate(uplink: Uplink, waitingBatches: number, maxKbps: number): Uplink {
  const kbps = Math.min(uplink.kbps, maxKbps)
  if (waitingBatches > 4) return { kbps: Math.max(Math.min(minKbps, maxKbps), Math.round(kbps * 0.65)), calmSec: 0 }
  if (waitingBatches > 1) return { kbps, calmSec: 0 }
  if (uplink.calmSec + 1 < calmSec) return { kbps, calmSec: uplink.calmSec + 1 }
  return { kbps: Math.min(maxKbps, Math.round(kbps * 1.2)), calmSec: 0 }
}
