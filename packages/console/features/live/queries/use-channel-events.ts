import { useEffect, useEffectEvent } from 'react'
import type { PreviewMessage } from '@onair/overlays'
import { listRecords } from '../../inspector/queries/records.ts'

export type ChannelEvent = NonNullable<PreviewMessage['event']>

const pollMs = 700
const names: readonly string[] = ['CHAT', 'DONATION', 'SUBSCRIPTION'] satisfies ChannelEvent[0][]

/**
 * Calls `onEvents` with the events of a channel that are recorded from now on. Later ones are read when it has finished.
 * Nothing is read while the page is hidden.
 */
export function useChannelEvents(channelId: string, onEvents: (events: ChannelEvent[]) => Promise<void>): void {
  const emit = useEffectEvent(onEvents)
  useEffect(() => {
    let isOver = false
    let after: number | null = null
    let timer: ReturnType<typeof setTimeout>
    const poll = async () => {
      if (document.visibilityState === 'visible') after = await readNew(channelId, after, emit).catch(() => after)
      if (!isOver) timer = setTimeout(() => void poll(), pollMs)
    }
    void poll()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [channelId])
}

/** Emits the events after a position, and returns the position of the newest record. Without one, nothing is emitted. */
async function readNew(channelId: string, after: number | null, emit: (events: ChannelEvent[]) => Promise<void>) {
  const { data, page } = await listRecords(
    undefined,
    after === null ? { size: 1 } : { kind: 'event', channelId, after, full: true, size: 50 },
  )
  if (after === null) return page.newest ?? 0
  await emit(
    data.toReversed().flatMap(({ name, detail }) => {
      const event = names.includes(name) ? readEvent(name, detail?.payload?.text) : null
      return event === null ? [] : [event]
    }),
  )
  return page.newest ?? after
}

/** A payload that was too long to be recorded in full cannot be shown. */
function readEvent(name: string, text: string | undefined): ChannelEvent | null {
  try {
    return text === undefined ? null : ([name, JSON.parse(text)] as ChannelEvent)
  } catch {
    return null
  }
}
