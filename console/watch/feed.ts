import type { ChatEntry, MessagesHidden } from '@onair/contract'

/** An entry as the page shows it. */
export type Line = { readonly key: string; readonly at: number; readonly entry: ChatEntry; readonly isHidden: boolean }
export type Shown = { readonly lines: readonly Line[]; readonly waiting: number }

/**
 * The chat as it is shown: what comes is put in once per picture of the screen, however much it is, and only the last lines
 * are kept. Held, it stands still, and what comes waits.
 */
export type Feed = {
  add(entry: ChatEntry): void
  hide(hidden: MessagesHidden): void
  /** Puts in what the platform remembers. Of the lines known `before` it was asked, those it knows no more are hidden. */
  catchUp(recent: readonly ChatEntry[], before: ReadonlySet<string>): void
  hold(isHeld: boolean): void
  keys(): Set<string>
  shown: () => Shown
  listen: (hear: () => void) => () => void
}

const mostLines = 300
/** So many messages the platform remembers for a page; with fewer there are no others. */
const remembered = 50

export function feed(): Feed {
  let shown: Shown = { lines: [], waiting: 0 }
  let coming: Line[] = []
  let isHeld = false
  let picture: number | null = null
  const listeners = new Set<() => void>()

  const show = (lines: readonly Line[]) => {
    shown = { lines, waiting: isHeld ? coming.length : 0 }
    for (const hear of listeners) hear()
  }
  const putIn = () => {
    picture = null
    if (isHeld) return show(shown.lines)
    const lines = [...shown.lines, ...coming].slice(-mostLines)
    coming = []
    return show(lines)
  }
  const soon = () => (picture ??= requestAnimationFrame(putIn))
  const change = (act: (line: Line) => Line) => {
    coming = coming.map(act)
    show(shown.lines.map(act))
  }

  return {
    add(entry) {
      coming.push(lineOf(entry))
      // A window that nobody looks at shows no pictures, and must not remember without end.
      if (coming.length > mostLines) coming.shift()
      soon()
    },
    hide({ senderChannelId, messageTime }) {
      change((line) =>
        line.entry.type === 'CHAT' &&
        line.entry.event.senderChannelId === senderChannelId &&
        (messageTime === null || line.entry.event.messageTime === messageTime)
          ? { ...line, isHidden: true }
          : line,
      )
    },
    catchUp(recent, before) {
      const found = new Map(recent.map((entry) => [keyOf(entry), lineOf(entry)]))
      const messages = recent.filter(({ type }) => type === 'CHAT').map(atOf)
      const from = messages.length < remembered ? -Infinity : Math.min(...messages)
      const gone = ({ key, at, entry }: Line) =>
        entry.type === 'CHAT' && before.has(key) && at >= from && !found.has(key)
      const known = [...shown.lines, ...coming].map((line) => (gone(line) ? { ...line, isHidden: true } : line))
      for (const { key } of known) found.delete(key)
      coming = []
      show([...known, ...found.values()].toSorted((a, b) => a.at - b.at).slice(-mostLines))
    },
    hold(held) {
      if (held === isHeld) return
      isHeld = held
      putIn()
    },
    keys: () => new Set([...shown.lines, ...coming].map(({ key }) => key)),
    shown: () => shown,
    listen(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
}

function keyOf({ event }: ChatEntry): string {
  return event.eventId
}

function lineOf(entry: ChatEntry): Line {
  return { key: keyOf(entry), at: atOf(entry), entry, isHidden: false }
}

/** The moment is told in Seoul's time, to the nanosecond and without a zone. */
function atOf({ event }: ChatEntry): number {
  return Date.parse(`${event.eventSentAt.slice(0, 23)}+09:00`)
}
