import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ChatEvent } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import type { ChatInputHandle } from './chat-input.tsx'
import { nameEmoticons } from './message-text.tsx'

const { chatter: t, line } = strings('watch')

type Props = {
  message: ChatEvent
  isOwn: boolean
  /** Null for a guest, who cannot write. */
  onAnswer: ((how: keyof ChatInputHandle) => void) | null
}

/** The actions of a viewer on a message. */
export function MessageButtons({ message, isOwn, onAnswer }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(nameEmoticons(message.content))
    setCopied(true)
  }
  return (
    <>
      {onAnswer && (
        <Button variant="default" onClick={() => onAnswer('reply')}>
          {line.reply}
        </Button>
      )}
      {onAnswer && !isOwn && (
        <Button variant="default" onClick={() => onAnswer('mention')}>
          {t.mention}
        </Button>
      )}
      <Button variant="default" onClick={() => void copy()} aria-live="polite">
        {isCopied ? t.copied : t.copy}
      </Button>
    </>
  )
}
