import { overlayDefaults, type OverlaySettings } from '@onair/sdk'
import { element } from './message.ts'
import { formatNumber, getTexts } from './texts.ts'
import type { Overlay } from './types.ts'

/** A bar that grows towards a goal. The server's sum replaces that of the page after each event. */
export function goalBar(root: HTMLElement): Overlay {
  let settings: OverlaySettings['goal'] = overlayDefaults.goal
  let progress = 0
  const title = element('b', 'title')
  const amount = element('span', 'amount')
  const share = element('span', 'share')
  const fill = element('div', 'fill')
  root.append(element('section', 'goal', element('header', '', title, amount), element('div', 'bar', fill, share)))

  const show = () => {
    const { counts, start, target } = settings
    const isMoney = counts === 'DONATIONS'
    const format = (value: number) => (isMoney ? getTexts().won : getTexts().subscriptions)(formatNumber(value))
    const sum = start + progress
    title.textContent = settings.title || (isMoney ? getTexts().goal : getTexts().subscriptionGoal)
    amount.textContent = `${format(sum)} / ${format(target)}`
    share.textContent = `${formatNumber(Math.floor((100 * sum) / target))}%`
    fill.style.width = `${Math.min(100, (100 * sum) / target)}%`
    root.classList.toggle('reached', sum >= target)
  }
  const add = (value: number, counts: OverlaySettings['goal']['counts']) => {
    if (settings.counts !== counts) return
    progress += value
    show()
  }
  return {
    setStatus(status) {
      settings = status.settings as OverlaySettings['goal']
      progress = status.progress
      show()
    },
    onDonation: ({ payAmount }) => add(Number(payAmount), 'DONATIONS'),
    onSubscription: () => add(1, 'SUBSCRIPTIONS'),
  }
}
