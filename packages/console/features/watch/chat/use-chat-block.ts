import { useSyncExternalStore } from 'react'
import type { ChatBlock, ViewerStatus } from '@onair/contract'

const tickMs = 250

/**
 * Why the viewer cannot chat now and for how long, updated as time passes; null if they can. `updatedAt` is when the
 * viewer status was read, `waitUntil` when the slow mode of their own last message ends.
 */
export function useChatBlock(viewer: ViewerStatus, updatedAt: number, waitUntil: number): ChatBlock | null {
  const block = viewer.chatBlock
  const endsAt = blockEndsAt(block, updatedAt, waitUntil)
  const now = useSyncExternalStore(subscribeToTicks, () =>
    Math.min(Math.floor(Date.now() / tickMs) * tickMs, endsAt ?? 0),
  )
  if (endsAt === null) return block
  return now < endsAt ? { code: block?.code ?? 'SLOW_MODE', leftMs: endsAt - now } : null
}

/** When the viewer can chat again; null if the block does not expire. */
function blockEndsAt(block: ChatBlock | null, updatedAt: number, waitUntil: number): number | null {
  if (block === null) return waitUntil
  return block.leftMs === null ? null : Math.max(updatedAt + block.leftMs, waitUntil)
}

function subscribeToTicks(onTick: () => void) {
  const timer = setInterval(onTick, tickMs)
  return () => clearInterval(timer)
}
