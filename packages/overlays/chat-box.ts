import { overlayDefaults, type ChatEvent, type OverlaySettings } from '@onair/sdk'
import { element, image, messageNodes, templateNodes, userText } from './message.ts'
import { describeGift } from './texts.ts'
import type { Overlay } from './types.ts'

const hues = 12
const fadeMs = 400

/** The chat and the gifts of subscriptions, newest last. */
export function chatBox(root: HTMLElement): Overlay {
  let settings: OverlaySettings['chat'] = overlayDefaults.chat
  const list = element('ol', 'chat')
  root.append(list)
  const events = new WeakMap<Element, ChatEvent>()

  const trim = () => {
    while (list.children.length > settings.maxMessages) list.firstElementChild?.remove()
  }
  const remove = (isHidden: (event: ChatEvent) => boolean) => {
    for (const line of Array.from(list.children)) {
      const event = events.get(line)
      if (event && isHidden(event)) line.remove()
    }
  }
  const show = (line: HTMLElement) => {
    list.append(line)
    trim()
    if (settings.fadeSec === 0) return
    setTimeout(() => line.classList.add('leaving'), settings.fadeSec * 1_000)
    setTimeout(() => line.remove(), settings.fadeSec * 1_000 + fadeMs)
  }
  return {
    setStatus(status) {
      settings = status.settings as OverlaySettings['chat']
      trim()
    },
    onMessagesHidden({ senderChannelId, messageTime }) {
      remove(
        (event) =>
          event.senderChannelId === senderChannelId && (messageTime ?? event.messageTime) === event.messageTime,
      )
    },
    onChatCleared({ until, keptChannelId }) {
      remove((event) => event.messageTime <= until && event.senderChannelId !== keptChannelId)
    },
    onChat(event) {
      if (isHidden(event, settings)) return
      const line = chatLine(event, settings)
      events.set(line, event)
      show(line)
    },
    onGift(gift) {
      const { template, params } = describeGift(gift)
      show(element('li', 'line', ...templateNodes(template, params)))
    },
  }
}

function isHidden({ content, profile }: ChatEvent, { hidesCommands, hiddenNames }: OverlaySettings['chat']): boolean {
  return (hidesCommands && content.startsWith('!')) || hiddenNames.includes(profile.nickname)
}

function chatLine({ content, emojis, profile, senderChannelId }: ChatEvent, { hasBadges }: OverlaySettings['chat']) {
  const name = userText('b', 'name', profile.nickname)
  name.style.setProperty('--hue', String((parseInt(senderChannelId.slice(0, 6), 16) % hues) * (360 / hues)))
  const badges = hasBadges ? profile.badges.map(({ imageUrl }) => image(imageUrl, 'badge')) : []
  return element('li', 'line', ...badges, name, userText('span', 'text', ...messageNodes(content, emojis)))
}
