// A page for a browser source of OBS: the path names the overlay, the fragment has the token of its URL.
import type { OverlayKind, OverlaySettings, SocketIo } from '@onair/sdk'
import { alertBox } from './alert-box.ts'
import { chatBox } from './chat-box.ts'
import { OverlayConnection } from './connection.ts'
import { eventList } from './event-list.ts'
import { goalBar } from './goal-bar.ts'
import { pollBox } from './poll-box.ts'
import { getTexts, setLanguage } from './texts.ts'
import type { Overlay, PreviewMessage } from './types.ts'
import './overlay.css'

export type { PreviewMessage } from './types.ts'

const overlays = { chat: chatBox, alerts: alertBox, goal: goalBar, events: eventList, poll: pollBox } satisfies Record<
  OverlayKind,
  (root: HTMLElement) => Overlay
>

type Site = {
  /** Where the open API is served. */
  baseUrl: string
  /** The function of `socket.io-client`, versions 1.0 to 2.0.3. */
  io: SocketIo
}

export function startOverlay(root: HTMLElement, { baseUrl, io }: Site): void {
  const kind = location.pathname.split('/').at(-1) as OverlayKind
  const overlay = overlays[kind](root)
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  // A URL that differs in the fragment alone does not load the page again.
  window.addEventListener('hashchange', () => location.reload())
  if (token === null) showPreview(root, overlay)
  else
    new OverlayConnection({
      io,
      kind,
      token,
      baseUrl,
      overlay: withLook(root, overlay),
      onEnded: () => showEnded(root),
    }).open()
}

/** Applies the settings that all overlays have. */
function withLook(root: HTMLElement, overlay: Overlay): Overlay {
  return {
    ...overlay,
    setStatus(status) {
      const look: Partial<OverlaySettings['alerts']> = status.settings
      setLanguage(look.language ?? null)
      const { style } = root
      style.setProperty('--font-size', `${look.fontSize}px`)
      style.setProperty('--text', look.textColor ?? '')
      style.setProperty('--accent', look.accentColor ?? '')
      style.setProperty('--background', look.backgroundColor ?? '')
      style.setProperty('--opacity', `${look.backgroundOpacity}%`)
      overlay.setStatus(status)
    },
  }
}

/** The studio shows this page in a frame, and sends settings and sample events. */
function showPreview(root: HTMLElement, plain: Overlay): void {
  const overlay = withLook(root, plain)
  window.addEventListener('message', ({ data, origin, source }: MessageEvent<Partial<PreviewMessage> | null>) => {
    if (origin !== location.origin || source !== window.parent || window.parent === window) return
    // Browser extensions send messages of their own to the frames of a page.
    if (data?.status === undefined) return
    overlay.setStatus(data.status)
    const { event, isAlone } = data
    if (isAlone === true) overlay.clear?.()
    if (event?.[0] === 'CHAT') overlay.onChat?.(event[1])
    if (event?.[0] === 'DONATION') overlay.onDonation?.(event[1])
    if (event?.[0] === 'SUBSCRIPTION') overlay.onSubscription?.(event[1])
    if (event?.[0] === 'FOLLOW') overlay.onFollow?.(event[1])
    if (event?.[0] === 'POLL') overlay.onPoll?.(event[1])
  })
  window.parent.postMessage('ready', location.origin)
}

function showEnded(root: HTMLElement): void {
  const notice = document.createElement('p')
  notice.className = 'ended'
  notice.textContent = getTexts().ended
  root.replaceChildren(notice)
}
