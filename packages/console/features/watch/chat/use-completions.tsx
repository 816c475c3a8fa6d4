import { Text } from '@mantine/core'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { strings } from '../../../locales/index.ts'
import type { ChatFeed } from './chat-feed.ts'
import { commandIn, completionsOf, type Completion } from './commands.ts'
import { CommandUsage, Completions } from './completions.tsx'

const { commands: t } = strings('watch')

type Input = { text: string; feed: ChatFeed; isModerator: boolean; setText: (text: string) => void }

/** Completes commands, their values and names in the input of a chat: arrow keys select, Tab or Enter takes, Escape closes. Then it says how the typed command is used. */
export function useCompletions({ text, feed, isModerator, setText }: Input) {
  const id = useId()
  /** Null: none was chosen by the arrow keys. Tab takes the first, and Enter sends the text as it is. */
  const [selected, setSelected] = useState<number | null>(null)
  /** The text for which the viewer closed the list, or took a completion. */
  const [closedFor, setClosedFor] = useState('')
  const completions = closedFor === text || !/[@/]/.test(text) ? [] : completionsOf(text, namesIn(feed), isModerator)
  const isOpen = completions.length > 0
  const current = Math.min(selected ?? 0, completions.length - 1)
  const pick = (completion: Completion) => {
    setSelected(null)
    setClosedFor(completion.text)
    setText(completion.text)
  }
  /** Whether the key was for the list. */
  const onKeyDown = ({ key, nativeEvent: { isComposing } }: KeyboardEvent): boolean => {
    const completion = completions[current]
    if (completion === undefined || isComposing) return false
    if (key === 'ArrowDown') setSelected((current + 1) % completions.length)
    else if (key === 'ArrowUp') setSelected((current + completions.length - 1) % completions.length)
    else if (key === 'Tab' || (key === 'Enter' && (selected !== null || isUnfinished(completion)))) pick(completion)
    else if (key === 'Escape') setClosedFor(text)
    else return false
    return true
  }
  const isUnfinished = (completion: Completion) => completion.command && completion.text.trim() !== text.trim()
  const command = commandIn(text, isModerator)
  const list: ReactNode = isOpen ? (
    <Completions id={id} label={t.completions} completions={completions} selected={current} onPick={pick} />
  ) : (
    command && (
      <Text m="0 4px 8px">
        <CommandUsage name={command} />
      </Text>
    )
  )
  const inputProps = {
    'aria-autocomplete': 'list',
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen ? `${id}-${current}` : undefined,
  } as const
  return { list, inputProps, onKeyDown }
}

/** The names of the people in the chat, who wrote last first. */
function namesIn(feed: ChatFeed): string[] {
  return [...new Set(feed.listMessages().map(({ profile }) => profile.nickname))]
}
