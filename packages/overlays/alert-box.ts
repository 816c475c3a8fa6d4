import { overlayDefaults, type OverlaySettings } from '@onair/sdk'
import { element, image, messageNodes, templateNodes, userText } from './message.ts'
import { playAlert } from './alert-sound.ts'
import { describeGift, formatNumber, getTexts } from './texts.ts'
import type { Overlay, OverlayStatus } from './types.ts'

type Alert = {
  eventId: string
  kind: 'donation' | 'subscription' | 'follow'
  template: string
  params: Record<string, string>
  body: Node[]
}

/** Alerts that wait. When it is full, a new one is dropped: an alert that is minutes late confuses the audience. */
const maxWaiting = 50
const gapMs = 500

/** Donations, subscriptions and follows, one after the other. */
export function alertBox(root: HTMLElement): Overlay {
  let settings: OverlaySettings['alerts'] = overlayDefaults.alerts
  let uploads: OverlayStatus['uploads'] = []
  let waiting: Alert[] = []
  let shown: Alert | undefined
  let timer: ReturnType<typeof setTimeout>

  const showNext = () => {
    clearTimeout(timer)
    shown = waiting.shift()
    if (shown === undefined) return root.replaceChildren()
    const { kind } = shown
    const urlOf = (file: 'alertPicture' | 'alertSound') =>
      uploads.find((upload) => upload.kind === file && upload.name === kind)?.url
    const card = alertCard(shown, urlOf('alertPicture'))
    root.replaceChildren(card)
    playAlert(settings.volume / 100, urlOf('alertSound'))
    setTimeout(() => card.classList.add('leaving'), settings.durationSec * 1_000 - gapMs)
    timer = setTimeout(showNext, settings.durationSec * 1_000)
  }
  const add = (alert: Alert) => {
    if (waiting.length >= maxWaiting) return
    waiting.push(alert)
    if (shown === undefined) showNext()
  }
  return {
    setStatus(status) {
      settings = status.settings as OverlaySettings['alerts']
      uploads = status.uploads
    },
    clear() {
      waiting = []
      showNext()
    },
    onDonationHidden(eventId) {
      waiting = waiting.filter((alert) => alert.eventId !== eventId)
      if (shown?.eventId === eventId) showNext()
    },
    onDonation({ eventId, donatorNickname, payAmount, donationText, emojis }) {
      if (!settings.hasDonations || Number(payAmount) < settings.minAmount) return
      const body = settings.hasMessage && donationText !== '' ? messageNodes(donationText, emojis) : []
      add({
        eventId,
        kind: 'donation',
        template: settings.donationText || getTexts().donation,
        params: { name: donatorNickname, amount: formatNumber(Number(payAmount)) },
        body: body.map((part) => (typeof part === 'string' ? document.createTextNode(part) : part)),
      })
    },
    onSubscription({ eventId, subscriberNickname, month, tierName }) {
      if (!settings.hasSubscriptions) return
      add({
        eventId,
        kind: 'subscription',
        template: settings.subscriptionText || getTexts().subscription,
        params: { name: subscriberNickname, month: formatNumber(month), tier: tierName },
        body: [],
      })
    },
    onGift(gift) {
      if (settings.hasSubscriptions)
        add({ eventId: gift.eventId, kind: 'subscription', ...describeGift(gift), body: [] })
    },
    onFollow({ channelId, nickname }) {
      if (!settings.hasFollows) return
      add({
        eventId: channelId,
        kind: 'follow',
        template: settings.followText || getTexts().follow,
        params: { name: nickname },
        body: [],
      })
    },
  }
}

function alertCard({ kind, template, params, body }: Alert, pictureUrl: string | undefined): HTMLElement {
  const parts = [
    element('p', 'title', ...templateNodes(template, params)),
    ...(body.length > 0 ? [userText('p', 'message', ...body)] : []),
  ]
  const symbol = pictureUrl === undefined ? element('span', `symbol ${kind}`) : image(pictureUrl, 'picture')
  return element('article', 'alert', symbol, element('div', 'words', ...parts))
}
