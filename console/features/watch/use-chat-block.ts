import { useSyncExternalStore } from 'react'
import type { ChatBlock, ViewerStatus } from '@onair/contract'

const tickMs = 250

/**
 * Why one may not speak now and how long yet, told anew while time goes by; null when one may. `since` is when the standing
 * was told. `waitUntil` is when one's own last message keeps one no more.
 */
export function useChatBlock(viewer: ViewerStatus, updatedAt: number, waitUntil: number): ChatBlock | null {
  const block = viewer.chatBlock
  const endsAt = blockEndsAt(block, updatedAt, waitUntil)
  const now = useSyncExternalStore(subscribeToTicks, () =>
    Math.min(Math.floor(Date.now() / tickMs) * tickMs, endsAt ?? 0),
  )
  if (endsAt === null) return block
  return now < endsAt ? { reason: block?.reason ?? 'SLOW_MODE', leftMs: endsAt - now } : null
}

/** When one may speak again; null where that does not come by itself. */
function blockEndsAt(block: ChatBlock | null, updatedAt: number, waitUntil: number): number | null {
  if (block === null) return waitUntil
  return block.leftMs === null ? null : Math.max(updatedAt + block.leftMs, waitUntil)
}

function subscribeToTicks(onTick: () => void) {
  const timer = setInterval(onTick, tickMs)
  return () => clearInterval(timer)
}
