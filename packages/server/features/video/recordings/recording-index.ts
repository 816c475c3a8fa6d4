/**
 * A segment of a recording: its bytes and those of its init segment in the file, and its length. `startsEra`: a player must
 * expect another configuration.
 */
export type IndexEntry = {
  offset: number
  bytes: number
  initOffset: number
  initBytes: number
  /** Microseconds. */
  duration: number
  startsEra: boolean
}

const entryBytes = 32

/** An index is a file of entries of one size: what a killed process did not complete is recognized and ignored. */
export function encodeEntry({ offset, bytes, initOffset, initBytes, duration, startsEra }: IndexEntry): Buffer {
  const out = Buffer.alloc(entryBytes)
  out.writeDoubleBE(offset, 0)
  out.writeDoubleBE(initOffset, 8)
  out.writeUInt32BE(bytes, 16)
  out.writeUInt32BE(initBytes, 20)
  out.writeUInt32BE(duration, 24)
  out[28] = Number(startsEra)
  return out
}

/** The entries whose bytes are in a file of this size. */
export function decodeIndex(data: Buffer, fileBytes: number): IndexEntry[] {
  const entries: IndexEntry[] = []
  for (let at = 0; at + entryBytes <= data.length; at += entryBytes) {
    const entry = {
      offset: data.readDoubleBE(at),
      initOffset: data.readDoubleBE(at + 8),
      bytes: data.readUInt32BE(at + 16),
      initBytes: data.readUInt32BE(at + 20),
      duration: data.readUInt32BE(at + 24),
      startsEra: data[at + 28] === 1,
    }
    if (entry.offset + entry.bytes > fileBytes) break
    entries.push(entry)
  }
  return entries
}
