import type { Writable } from 'node:stream'

import type { Clock } from '../world/clock.ts'

export type SlowReaderLimits = { waitingBytes: number; waitingPackets: number; waitingMs: number }

/** Gives up on a client that does not take what it is sent, by bytes, packets or age of what waits for it. */
export type SlowReader = Disposable & {
  /** Told of each write after which something waits. Nobody needs to tell it of the others, which are nearly all. */
  isBehind: (bytes: number, packets: number) => void
}

export function slowReader(
  stream: Pick<Writable, 'writableLength'>,
  clock: Clock,
  limits: SlowReaderLimits,
  giveUp: () => void,
): SlowReader {
  const waiting: { lastByte: number; packets: number; since: number }[] = []
  let bytes = 0
  let packets = 0
  let timer: Disposable | null = null

  const dropTaken = () => {
    const taken = bytes - stream.writableLength
    const firstLeft = stream.writableLength === 0 ? -1 : waiting.findIndex((write) => write.lastByte > taken)
    for (const write of firstLeft === -1 ? waiting.splice(0) : waiting.splice(0, firstLeft)) packets -= write.packets
  }
  const look = () => {
    timer = null
    dropTaken()
    const oldest = waiting[0]
    if (oldest === undefined) return
    const left = oldest.since + limits.waitingMs - clock.real()
    if (left <= 0) giveUp()
    else timer = clock.after(left, look)
  }
  return {
    isBehind(newBytes, newPackets) {
      bytes += newBytes
      dropTaken()
      packets += newPackets
      waiting.push({ lastByte: bytes, packets: newPackets, since: clock.real() })
      if (stream.writableLength > limits.waitingBytes || packets > limits.waitingPackets) giveUp()
      else timer ??= clock.after(limits.waitingMs, look)
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      waiting.length = 0
    },
  }
}
