/**
 * Lets writes go at once while they are few, and shares out the rest over turns of the event loop, first come first
 * served: an event for thousands of sockets must not keep everything else waiting until the last of them is written.
 */
export type Turns = {
  /** True for the first writes of a turn. Who hears false asks for a later turn. */
  mayWriteNow(): boolean
  later(write: () => void): void
}

export function turns(writesPerTurn: number): Turns {
  let left = writesPerTurn
  const waiting: (() => void)[] = []
  let turnIsComing = false

  const nextTurn = () => {
    turnIsComing = false
    const due = waiting.splice(0, writesPerTurn)
    left = writesPerTurn - due.length
    for (const write of due) write()
    if (waiting.length > 0) expectTurn()
  }
  const expectTurn = () => {
    if (turnIsComing) return
    turnIsComing = true
    setImmediate(nextTurn)
  }
  return {
    mayWriteNow() {
      if (left === 0) return false
      left--
      expectTurn()
      return true
    },
    later(write) {
      waiting.push(write)
      expectTurn()
    },
  }
}
