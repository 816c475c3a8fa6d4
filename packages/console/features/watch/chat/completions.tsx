import type { Completion } from './commands.ts'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

type Props = {
  id: string
  label: string
  completions: readonly Completion[]
  selected: number
  onPick: (completion: Completion) => void
}

/** What the typed text can be completed to. The keyboard stays in the input. */
export function Completions({ id, label, completions, selected, onPick }: Props) {
  return (
    <ul id={id} role="listbox" aria-label={label} className={`${layout.plainList} ${classes.completions}`}>
      {completions.map((completion, index) => (
        <li
          key={completion.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === selected}
          // The input keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(completion)}
        >
          <bdi>{completion.label}</bdi>
        </li>
      ))}
    </ul>
  )
}
