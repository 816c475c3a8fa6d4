import type { Writable } from 'node:stream'

import type { Clock } from '../../infra/clock.ts'

export type SlowConsumerLimits = { maxPendingBytes: number; maxPendingPackets: number; maxPendingMs: number }

/** Gives up on a client that does not take what it is sent, by bytes, packets or age of what waits for it. */
export type SlowConsumerGuard = Disposable & {
  /** Told of each write after which something waits. Nobody needs to tell it of the others, which are nearly all. */
  addPending: (bytes: number, packets: number) => void
}

export function createSlowConsumerGuard(
  stream: Pick<Writable, 'writableLength'>,
  clock: Clock,
  limits: SlowConsumerLimits,
  onExceeded: () => void,
): SlowConsumerGuard {
  const pending: { endOffset: number; packets: number; writtenAt: number }[] = []
  let bytes = 0
  let packets = 0
  let timer: Disposable | null = null

  const dropFlushed = () => {
    const flushedBytes = bytes - stream.writableLength
    const firstPending = stream.writableLength === 0 ? -1 : pending.findIndex((write) => write.endOffset > flushedBytes)
    for (const write of firstPending === -1 ? pending.splice(0) : pending.splice(0, firstPending))
      packets -= write.packets
  }
  const checkAge = () => {
    timer = null
    dropFlushed()
    const oldest = pending[0]
    if (oldest === undefined) return
    const remainingMs = oldest.writtenAt + limits.maxPendingMs - clock.uptime()
    if (remainingMs <= 0) onExceeded()
    else timer = clock.after(remainingMs, checkAge)
  }
  return {
    addPending(newBytes, newPackets) {
      bytes += newBytes
      dropFlushed()
      packets += newPackets
      pending.push({ endOffset: bytes, packets: newPackets, writtenAt: clock.uptime() })
      if (stream.writableLength > limits.maxPendingBytes || packets > limits.maxPendingPackets) onExceeded()
      else timer ??= clock.after(limits.maxPendingMs, checkAge)
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      pending.length = 0
    },
  }
}
