import type { ChatEntry, MessagesHidden } from '@onair/contract'

/** An entry as the page shows it. */
export type Line = { readonly key: string; readonly at: number; readonly entry: ChatEntry; readonly isHidden: boolean }
export type Shown = { readonly lines: readonly Line[]; readonly waiting: number }

/** The lines that were known, and how often something had been hidden. */
export type Asked = { readonly keys: ReadonlySet<string>; readonly hidings: number }

/**
 * The chat as it is shown: what comes is put in once per picture of the screen, however much it is, and only the last lines
 * are kept. Held, it stands still, and what comes waits.
 */
export type Feed = {
  add(entry: ChatEntry): void
  hide(hidden: MessagesHidden): void
  /** What is known at the moment when the platform is asked what it remembers. */
  asking(): Asked
  /**
   * Puts in what the platform remembers. Of the lines that were known when it was asked, those it knows no more are hidden,
   * and what was hidden since stays hidden.
   */
  catchUp(recent: readonly ChatEntry[], asked: Asked): void
  hold(isHeld: boolean): void
  shown: () => Shown
  listen: (hear: () => void) => () => void
}

const mostLines = 300
/** So many messages the platform remembers for a page; with fewer there are no others. */
const remembered = 50
const mostHidings = 100

/** `atNextPicture` is the browser's: it calls back before the screen is drawn again. */
export function feed(atNextPicture: (draw: () => void) => unknown): Feed {
  let shown: Shown = { lines: [], waiting: 0 }
  let coming: Line[] = []
  let isHeld = false
  let isDue = false
  let hidings: MessagesHidden[] = []
  let hidingCount = 0
  const listeners = new Set<() => void>()

  const show = (lines: readonly Line[]) => {
    shown = { lines, waiting: isHeld ? coming.length : 0 }
    for (const hear of listeners) hear()
  }
  const putIn = () => {
    isDue = false
    if (isHeld) return show(shown.lines)
    // What came while the platform was asked stands in its answer already.
    const known = new Set(shown.lines.map(({ key }) => key))
    const lines = [...shown.lines, ...coming.filter(({ key }) => !known.has(key))].slice(-mostLines)
    coming = []
    return show(lines)
  }
  const soon = () => {
    if (!isDue) atNextPicture(putIn)
    isDue = true
  }
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
    hide(hidden) {
      hidings = [...hidings, hidden].slice(-mostHidings)
      hidingCount += 1
      change((line) => hiddenBy(hidden, line))
    },
    asking: () => ({
      keys: new Set([...shown.lines, ...coming].map(({ key }) => key)),
      hidings: hidingCount,
    }),
    catchUp(recent, asked) {
      const since = hidings.slice(Math.max(0, hidings.length - (hidingCount - asked.hidings)))
      const found = new Map(
        recent.map((entry) => [keyOf(entry), since.reduce((line, one) => hiddenBy(one, line), lineOf(entry))]),
      )
      const messages = recent.filter(({ type }) => type === 'CHAT').map(atOf)
      const from = messages.length < remembered ? -Infinity : Math.min(...messages)
      const gone = ({ key, at, entry }: Line) =>
        entry.type === 'CHAT' && asked.keys.has(key) && at >= from && !found.has(key)
      const known = [...shown.lines, ...coming].map((line) => (gone(line) ? { ...line, isHidden: true } : line))
      coming = []
      show(joined(known, [...found.values()], asked.keys).slice(-mostLines))
    },
    hold(held) {
      if (held === isHeld) return
      isHeld = held
      putIn()
    },
    shown: () => shown,
    listen(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
}

/**
 * Lines as they came, and among them those that the platform remembers besides, each after the one that it remembers before
 * it. The moments in them decide nothing: the clock of a sandbox may have gone back in between.
 */
function joined(known: readonly Line[], remembered: readonly Line[], before: ReadonlySet<string>): Line[] {
  const lines = [...known]
  const placeOf = (key: string) => lines.findIndex((line) => line.key === key)
  const shared = remembered.find(({ key }) => placeOf(key) >= 0)
  // With none that both have, it follows what was there before the platform was asked.
  let place = shared === undefined ? known.findLastIndex(({ key }) => before.has(key)) + 1 : placeOf(shared.key)
  for (const line of remembered) {
    const at = placeOf(line.key)
    if (at < 0) lines.splice(place, 0, line)
    place = (at < 0 ? place : at) + 1
  }
  return lines
}

function hiddenBy({ senderChannelId, messageTime }: MessagesHidden, line: Line): Line {
  const { type, event } = line.entry
  const isMeant =
    type === 'CHAT' &&
    event.senderChannelId === senderChannelId &&
    (messageTime === null || event.messageTime === messageTime)
  return isMeant ? { ...line, isHidden: true } : line
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
