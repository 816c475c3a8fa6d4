import type { ChatEntry, MessagesHidden } from '@onair/contract'

/** An entry as the page shows it. */
export type Line = { readonly key: string; readonly at: number; readonly entry: ChatEntry; readonly isHidden: boolean }
export type FeedState = { readonly lines: readonly Line[]; readonly pendingCount: number }

/** The lines that were known, and how often something had been hidden. */
export type FeedSnapshot = { readonly keys: ReadonlySet<string>; readonly hideCount: number }

/**
 * The chat as it is shown: what comes is put in once per picture of the screen, however much it is, and only the last lines
 * are kept. Held, it stands still, and what comes waits.
 */
export type ChatFeed = {
  add(entry: ChatEntry): void
  hide(hidden: MessagesHidden): void
  /** What is known at the moment when the platform is asked what it remembers. */
  snapshot(): FeedSnapshot
  /**
   * Puts in what the platform remembers. Of the lines that were known when it was asked, those it knows no more are hidden,
   * and what was hidden since stays hidden.
   */
  mergeRecent(recent: readonly ChatEntry[], snapshot: FeedSnapshot): void
  setPaused(isPaused: boolean): void
  getState: () => FeedState
  subscribe: (onChange: () => void) => () => void
}

const maxLines = 300
/** So many messages the platform remembers for a page; with fewer there are no others. */
const remembered = 50
const maxHideEvents = 100

/** `atNextPicture` is the browser's: it calls back before the screen is drawn again. */
export function createChatFeed(requestFrame: (callback: () => void) => unknown): ChatFeed {
  let state: FeedState = { lines: [], pendingCount: 0 }
  let pending: Line[] = []
  let isPaused = false
  let isScheduled = false
  let hideEvents: MessagesHidden[] = []
  let hideCount = 0
  const listeners = new Set<() => void>()

  const setLines = (lines: readonly Line[]) => {
    state = { lines, pendingCount: isPaused ? pending.length : 0 }
    for (const notify of listeners) notify()
  }
  const flush = () => {
    isScheduled = false
    if (isPaused) return setLines(state.lines)
    // What came while the platform was asked stands in its answer already.
    const knownKeys = new Set(state.lines.map(({ key }) => key))
    const lines = [...state.lines, ...pending.filter(({ key }) => !knownKeys.has(key))].slice(-maxLines)
    pending = []
    return setLines(lines)
  }
  const scheduleFlush = () => {
    if (!isScheduled) requestFrame(flush)
    isScheduled = true
  }
  const updateLines = (update: (line: Line) => Line) => {
    pending = pending.map(update)
    setLines(state.lines.map(update))
  }

  return {
    add(entry) {
      pending.push(toLine(entry))
      // A window that nobody looks at shows no pictures, and must not remember without end.
      if (pending.length > maxLines) pending.shift()
      scheduleFlush()
    },
    hide(hidden) {
      hideEvents = [...hideEvents, hidden].slice(-maxHideEvents)
      hideCount += 1
      updateLines((line) => applyHide(hidden, line))
    },
    snapshot: () => ({
      keys: new Set([...state.lines, ...pending].map(({ key }) => key)),
      hideCount: hideCount,
    }),
    mergeRecent(recent, snapshot) {
      const hiddenSince = hideEvents.slice(Math.max(0, hideEvents.length - (hideCount - snapshot.hideCount)))
      const recentLines = new Map(
        recent.map((entry) => [
          keyOfEntry(entry),
          hiddenSince.reduce((line, one) => applyHide(one, line), toLine(entry)),
        ]),
      )
      const messageTimes = recent.filter(({ type }) => type === 'CHAT').map(sentAt)
      const oldestTime = messageTimes.length < remembered ? -Infinity : Math.min(...messageTimes)
      const isGone = ({ key, at, entry }: Line) =>
        entry.type === 'CHAT' && snapshot.keys.has(key) && at >= oldestTime && !recentLines.has(key)
      const knownLines = [...state.lines, ...pending].map((line) => (isGone(line) ? { ...line, isHidden: true } : line))
      pending = []
      setLines(mergeLines(knownLines, [...recentLines.values()], snapshot.keys).slice(-maxLines))
    },
    setPaused(paused) {
      if (paused === isPaused) return
      isPaused = paused
      flush()
    },
    getState: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/**
 * Lines as they came, and among them those that the platform remembers besides, each after the one that it remembers before
 * it. The moments in them decide nothing: the clock of a sandbox may have gone back in between.
 */
function mergeLines(known: readonly Line[], recent: readonly Line[], knownKeys: ReadonlySet<string>): Line[] {
  const lines = [...known]
  const indexOfKey = (key: string) => lines.findIndex((line) => line.key === key)
  const firstShared = recent.find(({ key }) => indexOfKey(key) >= 0)
  // With none that both have, it follows what was there before the platform was asked.
  let insertAt =
    firstShared === undefined ? known.findLastIndex(({ key }) => knownKeys.has(key)) + 1 : indexOfKey(firstShared.key)
  for (const line of recent) {
    const index = indexOfKey(line.key)
    if (index < 0) lines.splice(insertAt, 0, line)
    insertAt = (index < 0 ? insertAt : index) + 1
  }
  return lines
}

function applyHide({ senderChannelId, messageTime }: MessagesHidden, line: Line): Line {
  const { type, event } = line.entry
  const matches =
    type === 'CHAT' &&
    event.senderChannelId === senderChannelId &&
    (messageTime === null || event.messageTime === messageTime)
  return matches ? { ...line, isHidden: true } : line
}

function keyOfEntry({ event }: ChatEntry): string {
  return event.eventId
}

function toLine(entry: ChatEntry): Line {
  return { key: keyOfEntry(entry), at: sentAt(entry), entry, isHidden: false }
}

/** The moment is told in Seoul's time, to the nanosecond and without a zone. */
function sentAt({ event }: ChatEntry): number {
  return Date.parse(`${event.eventSentAt.slice(0, 23)}+09:00`)
}
