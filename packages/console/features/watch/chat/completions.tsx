import { Group, Text } from '@mantine/core'
import { strings } from '../../../locales/index.ts'
import type { CommandName, Completion } from './commands.ts'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { commands: t } = strings('watch')

type Props = {
  id: string
  label: string
  completions: readonly Completion[]
  selected: number
  onPick: (completion: Completion) => void
}

/** The list of completions of the typed text. The keyboard stays in the input. */
export function Completions({ id, label, completions, selected, onPick }: Props) {
  return (
    <div id={id} role="listbox" aria-label={label} className={classes.completions}>
      {completions.map((completion, index) => (
        <button
          key={completion.text}
          type="button"
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === selected}
          tabIndex={-1}
          ref={index === selected ? scrollTo : undefined}
          className={layout.plainButton}
          // The input keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(completion)}
        >
          {completion.command ? <CommandUsage name={completion.command} /> : <bdi>{completion.label}</bdi>}
        </button>
      ))}
    </div>
  )
}

/** How a command is typed, and what it does. */
export function CommandUsage({ name }: { name: CommandName }) {
  const { usage, about } = t.list[name]
  return (
    <Group component="span" align="baseline" gap="0 10px">
      <b>{usage}</b>
      <Text span size="sm" c="dimmed">
        {about}
      </Text>
    </Group>
  )
}

const scrollTo = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })
