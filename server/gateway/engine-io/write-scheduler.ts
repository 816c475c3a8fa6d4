/**
 * Lets writes go at once while they are few, and shares out the rest over turns of the event loop, first come first
 * served: an event for thousands of sockets must not keep everything else waiting until the last of them is written.
 */
export type WriteScheduler = {
  /** True for the first writes of a turn. Who hears false asks for a later turn. */
  tryAcquire(): boolean
  schedule(write: () => void): void
}

export function createWriteScheduler(writesPerTick: number): WriteScheduler {
  let remaining = writesPerTick
  const queue: (() => void)[] = []
  let isTickScheduled = false

  const runTick = () => {
    isTickScheduled = false
    const batch = queue.splice(0, writesPerTick)
    remaining = writesPerTick - batch.length
    for (const write of batch) write()
    if (queue.length > 0) scheduleTick()
  }
  const scheduleTick = () => {
    if (isTickScheduled) return
    isTickScheduled = true
    setImmediate(runTick)
  }
  return {
    tryAcquire() {
      if (remaining === 0) return false
      remaining--
      scheduleTick()
      return true
    },
    schedule(write) {
      queue.push(write)
      scheduleTick()
    },
  }
}
