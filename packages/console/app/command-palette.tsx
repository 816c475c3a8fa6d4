import { Spotlight, createSpotlight, useSpotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { visitorQuery } from '../lib/visitor.ts'
import { strings } from '../locales/index.ts'
import { RecordKindLabel } from '../features/inspector/components/record-kind.tsx'
import { usePaletteCommands, type PaletteCommand } from './palette-commands.ts'
import classes from './command-palette.module.css'

const t = strings('palette')
const [store, spotlight] = createSpotlight()

function select(selected: number) {
  store.updateState((state) => ({ ...state, selected }))
}

type Props = {
  /** The text of the search. The header has a field for what is typed before the palette has the focus. */
  input: string
  onInput: (input: string) => void
  /** Called when a command is run. */
  onClose: () => void
  /** Called when the user leaves the palette without a command. */
  onDismiss: () => void
}

/** Finds lives, channels, categories, pages, applications, operations, records and more by their text, and opens them. */
export function CommandPalette({ input, onInput, onClose, onDismiss }: Props) {
  const { commands, isSearching } = usePaletteCommands(input.trim(), onClose)
  const placeholder = useQuery(visitorQuery).data ? t.search : t.searchAsGuest
  const chosen = useSpotlight(store).selected
  // Commands that are found later may be fewer.
  const selected = Math.min(Math.max(0, chosen), commands.length - 1)
  useEffect(() => {
    spotlight.open()
    return spotlight.close
  }, [])
  useEffect(() => {
    if (chosen !== selected) select(selected)
  }, [chosen, selected])
  return (
    <Spotlight.Root
      store={store}
      query={input}
      onQueryChange={onInput}
      onSpotlightClose={onDismiss}
      clearQueryOnClose={false}
      closeOnActionTrigger={false}
      shortcut={null}
      overlayProps={{ blur: 0 }}
      transitionProps={{ duration: 120 }}
      classNames={{
        search: classes.search,
        actionsGroup: classes.group,
        action: classes.action,
        empty: classes.empty,
        footer: classes.keys,
      }}
      attributes={{ content: { 'aria-label': t.title } }}
    >
      <Spotlight.Search
        data-autofocus
        role="combobox"
        aria-label={placeholder}
        aria-expanded={commands.length > 0}
        aria-controls="commands"
        aria-activedescendant={commands.length > 0 ? `command-${selected}` : undefined}
        placeholder={placeholder}
        maxLength={200}
      />
      <Spotlight.ActionsList id="commands" role="listbox" aria-label={t.title}>
        {[...Map.groupBy(commands, ({ group }) => group)].map(([group, items]) => (
          <Spotlight.ActionsGroup key={group} label={group} role="group" aria-label={group}>
            {items.map((command) => (
              <Option key={command.id} command={command} index={commands.indexOf(command)} selected={selected} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      <Spotlight.Empty role="status">
        {commands.length === 0 && !isSearching && (
          <>
            <b>{t.none(input.trim())}</b>
            <br />
            {t.noneHint}
          </>
        )}
      </Spotlight.Empty>
      <Spotlight.Footer>
        {t.keys.map(({ keys, action }) => (
          <span key={action}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{' '}
            {action}
          </span>
        ))}
      </Spotlight.Footer>
    </Spotlight.Root>
  )
}

type OptionProps = { command: PaletteCommand; index: number; selected: number }

function Option({ command: { kind, label, detail, match, open }, index, selected }: OptionProps) {
  return (
    <Spotlight.Action
      // Spotlight drops the property `id`.
      ref={(element) => element?.setAttribute('id', `command-${index}`)}
      role="option"
      aria-selected={index === selected}
      data-selected={index === selected || undefined}
      onClick={open}
      onPointerMove={() => index !== selected && select(index)}
    >
      <span className={`clip ${classes.label}`}>
        {kind && <RecordKindLabel kind={kind} />} {label}
      </span>{' '}
      <span className={`clip ${classes.detail}`}>{detail}</span>
      {match !== undefined && <span className={`clip ${classes.match}`}>{match}</span>}
    </Spotlight.Action>
  )
}
