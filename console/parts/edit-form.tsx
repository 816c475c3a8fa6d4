import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useEdits } from '../edits.ts'
import { Saving } from './saving.tsx'

type Given<V> = {
  named: string
  stored: V
  /** Saves what differs, and looks at what the platform has then. */
  save: (changes: Partial<V>) => Promise<unknown>
  isWrong?: (values: V) => boolean
  children: (values: V, set: (change: Partial<V>) => void) => ReactNode
}

/** A form that sends what one changed and nothing else, and says what became of it. */
export function EditForm<V extends object>({ named, stored, save, isWrong, children }: Given<V>) {
  const { values, changes, hasChanged, set, forget } = useEdits(stored)
  const saving = useMutation({ mutationFn: save, onSuccess: (_, saved) => forget(saved) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(changes)
  }
  return (
    <form onSubmit={submit} className="card" aria-label={named}>
      <Stack gap="lg" maw={620}>
        {children(values, set)}
        <Saving
          hasChanged={hasChanged}
          isWrong={isWrong?.(values) ?? false}
          saving={saving}
          undo={() => forget(changes)}
        />
      </Stack>
    </form>
  )
}
