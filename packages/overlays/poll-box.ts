import { overlayDefaults, type ChannelState, type OverlaySettings } from '@onair/sdk'
import { element, userText } from './message.ts'
import { formatNumber, getTexts } from './texts.ts'
import type { Overlay } from './types.ts'

/** The poll of the chat with its votes, while it is open and shortly after. */
export function pollBox(root: HTMLElement): Overlay {
  let settings: OverlaySettings['poll'] = overlayDefaults.poll
  let poll: ChannelState['poll'] = null

  const show = () => {
    const isShown = poll !== null && (poll.isOpen || settings.hasResult)
    root.replaceChildren(...(poll !== null && isShown ? [pollCard(poll)] : []))
  }
  return {
    setStatus(status) {
      settings = status.settings as OverlaySettings['poll']
      show()
    },
    onPoll(current) {
      poll = current
      show()
    },
  }
}

function pollCard({ question, options, isOpen }: NonNullable<ChannelState['poll']>): HTMLElement {
  const total = options.reduce((sum, { votes }) => sum + votes, 0)
  const most = Math.max(...options.map(({ votes }) => votes))
  const rows = options.map(({ text, votes }) => {
    const share = total === 0 ? 0 : Math.round((100 * votes) / total)
    const fill = element('div', 'fill')
    fill.style.width = `${share}%`
    const row = element('li', 'option', fill, userText('span', 'name', text), element('span', 'value', `${share}%`))
    row.classList.toggle('most', !isOpen && votes > 0 && votes === most)
    return row
  })
  const texts = getTexts()
  const count = texts.votes(formatNumber(total))
  return element(
    'section',
    'poll',
    userText('b', 'title', question),
    element('ol', 'options', ...rows),
    element('span', 'count', isOpen ? count : `${count} · ${texts.pollEnded}`),
  )
}
