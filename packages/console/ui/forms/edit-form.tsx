import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useFormEdits } from '../../lib/use-form-edits.ts'
import { ConfirmDialog } from './confirm-button.tsx'
import { SaveBar } from './save-bar.tsx'
import layout from '../layout.module.css'

type Props<V> = {
  label: string
  savedValues: V
  /** Saves the changes, and reloads the saved values. */
  save: (changes: Partial<V>) => Promise<unknown>
  isInvalid?: (values: V) => boolean
  /** The question that saving these values needs, if any. */
  confirmation?: (values: V) => { title: string; text: string; confirmLabel: string } | null
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
  confirmation,
  isWide = false,
  head,
  children,
}: Props<V>) {
  const { values, changes, isDirty, set, discard } = useFormEdits(label, savedValues)
  const mutation = useMutation({ mutationFn: save, onSuccess: (_, saved) => discard(saved) })
  const [isAsking, setAsking] = useState(false)
  const question = confirmation?.(values) ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question === null) mutation.mutate(changes)
    else setAsking(true)
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
        {question !== null && (
          <ConfirmDialog
            isOpen={isAsking}
            onClose={() => setAsking(false)}
            title={question.title}
            confirmLabel={question.confirmLabel}
            onConfirm={() => mutation.mutateAsync(changes)}
            isDestructive={false}
          >
            {question.text}
          </ConfirmDialog>
        )}
      </Stack>
    </form>
  )
}
