/*
 * The tags of FLV (Adobe's specification 10.1, E.4) that `flv-tags.ts` reads: H.264 and AAC.
 */

/** Times are in milliseconds. `offsetMs`: how much later than decoded the frame is shown. */
export type VideoFrame = { isKey: boolean; timeMs: number; offsetMs: number; data: Buffer }
export type AudioFrame = { timeMs: number; data: Buffer }

const [keyFrame, interFrame] = [0x17, 0x27]
/** AAC; the rate, size and channels are those of its configuration. */
const aac = 0xaf

/** `frame`: null for a configuration. */
export function encodeVideoTag(data: Buffer, frame: VideoFrame | null): Buffer {
  const head = Buffer.from([frame === null || frame.isKey ? keyFrame : interFrame, Number(frame !== null), 0, 0, 0])
  head.writeIntBE(frame?.offsetMs ?? 0, 2, 3)
  return Buffer.concat([head, data])
}

/** `frame`: null for a configuration. */
export function encodeAudioTag(data: Buffer, frame: AudioFrame | null): Buffer {
  return Buffer.concat([Buffer.from([aac, Number(frame !== null)]), data])
}
