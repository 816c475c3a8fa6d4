import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useFormEdits } from '../../lib/use-form-edits.ts'
import { SaveBar } from './save-bar.tsx'
import layout from '../layout.module.css'

type Props<V> = {
  label: string
  savedValues: V
  /** Saves the changes, and reloads the saved values. */
  save: (changes: Partial<V>) => Promise<unknown>
  isInvalid?: (values: V) => boolean
  /** Whether it is as wide as the page, for fields that have a layout of their own. */
  isWide?: boolean
  /** The name and the meaning of what is edited, beside the fields. */
  head?: ReactNode
  children: (values: V, set: (change: Partial<V>) => void) => ReactNode
}

/** A form that sends only the changed fields, and shows the result. */
export function EditForm<V extends object>({
  label,
  savedValues,
  save,
  isInvalid,
  isWide = false,
  head,
  children,
}: Props<V>) {
  const { values, changes, isDirty, set, discard } = useFormEdits(label, savedValues)
  const mutation = useMutation({ mutationFn: save, onSuccess: (_, saved) => discard(saved) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(changes)
  }
  return (
    <form onSubmit={submit} className={head === undefined ? 'card' : `card ${layout.setting}`} aria-label={label}>
      {head}
      <Stack gap="lg" maw={isWide ? undefined : 620}>
        {children(values, set)}
        <SaveBar
          isDirty={isDirty}
          isInvalid={isInvalid?.(values) ?? false}
          mutation={mutation}
          onDiscard={() => discard(changes)}
        />
      </Stack>
    </form>
  )
}
