import { overlayDefaults, type OverlaySettings } from '@onair/sdk'
import { element, userText } from './message.ts'
import { formatNumber, getTexts } from './texts.ts'
import type { Overlay, OverlayStatus } from './types.ts'

type RecentEvent = OverlayStatus['recent'][number]

/** The last donations and subscriptions, newest first, also those from before the page was opened. */
export function eventList(root: HTMLElement): Overlay {
  let settings: OverlaySettings['events'] = overlayDefaults.events
  let events: RecentEvent[] = []
  const list = element('ol', 'events')
  root.append(list)

  const show = (shown: readonly RecentEvent[]) => {
    const known = new Set(events.map(({ eventId }) => eventId))
    events = shown.slice(0, settings.length)
    list.replaceChildren(...events.map((event) => eventRow(event, !known.has(event.eventId))))
  }
  const add = (event: RecentEvent) => {
    if (!events.some(({ eventId }) => eventId === event.eventId)) show([event, ...events])
  }
  return {
    setStatus(status) {
      settings = status.settings as OverlaySettings['events']
      show(status.recent)
    },
    onDonation({ eventId, donatorNickname: nickname, payAmount }) {
      const amount = Number(payAmount)
      if (settings.hasDonations && amount >= settings.minAmount)
        add({ eventId, eventType: 'DONATION', nickname, amount })
    },
    onDonationHidden(hiddenId) {
      show(events.filter(({ eventId }) => eventId !== hiddenId))
    },
    onSubscription({ eventId, subscriberNickname: nickname, month }) {
      if (settings.hasSubscriptions) add({ eventId, eventType: 'SUBSCRIPTION', nickname, amount: month })
    },
  }
}

function eventRow({ eventType, nickname, amount }: RecentEvent, isNew: boolean): HTMLElement {
  const isDonation = eventType === 'DONATION'
  const value = (isDonation ? getTexts().won : getTexts().months)(formatNumber(amount))
  return element(
    'li',
    isNew ? 'event new' : 'event',
    element('span', `symbol ${isDonation ? 'donation' : 'subscription'}`),
    userText('b', 'name', nickname),
    element('span', 'value', value),
  )
}
