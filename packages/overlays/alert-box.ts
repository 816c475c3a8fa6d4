import { overlayDefaults, type OverlaySettings } from '@onair/contract'
import { element, messageNodes } from './message.ts'
import { playChime } from './chime.ts'
import { formatNumber, getTexts } from './texts.ts'
import type { Overlay } from './types.ts'

type Alert = { kind: 'donation' | 'subscription'; template: string; params: Record<string, string>; body: Node[] }

/** Alerts that wait. When it is full, a new one is dropped: an alert that is minutes late confuses the audience. */
const maxWaiting = 50
const gapMs = 500

/** Donations and subscriptions, one after the other. */
export function alertBox(root: HTMLElement): Overlay {
  let settings: OverlaySettings['alerts'] = overlayDefaults.alerts
  const waiting: Alert[] = []
  let isShowing = false

  const showNext = () => {
    const alert = waiting.shift()
    isShowing = alert !== undefined
    if (alert === undefined) return root.replaceChildren()
    const card = alertCard(alert)
    root.replaceChildren(card)
    playChime(settings.volume / 100)
    setTimeout(() => card.classList.add('leaving'), settings.durationSec * 1_000 - gapMs)
    setTimeout(showNext, settings.durationSec * 1_000)
  }
  const add = (alert: Alert) => {
    if (waiting.length >= maxWaiting) return
    waiting.push(alert)
    if (!isShowing) showNext()
  }
  return {
    setStatus(status) {
      settings = status.settings as OverlaySettings['alerts']
    },
    onDonation({ donatorNickname, payAmount, donationText, emojis }) {
      if (!settings.hasDonations || Number(payAmount) < settings.minAmount) return
      const body = settings.hasMessage && donationText !== '' ? messageNodes(donationText, emojis) : []
      add({
        kind: 'donation',
        template: settings.donationText || getTexts().donation,
        params: { name: donatorNickname, amount: formatNumber(Number(payAmount)) },
        body: body.map((part) => (typeof part === 'string' ? document.createTextNode(part) : part)),
      })
    },
    onSubscription({ subscriberNickname, month, tierName }) {
      if (!settings.hasSubscriptions) return
      add({
        kind: 'subscription',
        template: settings.subscriptionText || getTexts().subscription,
        params: { name: subscriberNickname, month: formatNumber(month), tier: tierName },
        body: [],
      })
    },
  }
}

function alertCard({ kind, template, params, body }: Alert): HTMLElement {
  // Every second part is the name of a parameter.
  const title = template.split(/\{(\w+)\}/).map((part, index) => {
    const value = Object.hasOwn(params, part) ? params[part] : undefined
    if (index % 2 === 0) return part
    return value === undefined ? `{${part}}` : element('b', `param ${part}`, value)
  })
  const parts = [element('p', 'title', ...title), ...(body.length > 0 ? [element('p', 'message', ...body)] : [])]
  return element('article', 'alert', element('span', `symbol ${kind}`), element('div', 'words', ...parts))
}
