import { useDraft } from './drafts.ts'

/**
 * The unsaved edits of a form, which a reload of the page keeps under `form`. A field without an edit shows the saved value,
 * also when another client changes it while the form is open.
 */
export function useFormEdits<V extends object>(form: string, savedValues: V) {
  const [draft, setDraft] = useDraft<Partial<V>>(form)
  const edits: Partial<V> = draft ?? {}
  const setEdits = (change: (before: Partial<V>) => Partial<V>) =>
    setDraft((before) => {
      const after = change(before ?? {})
      return Object.keys(after).length === 0 ? null : after
    })
  const names = Object.keys(edits) as (keyof V)[]
  const changes: Partial<V> = {}
  for (const name of names) if (!isEqual(edits[name], savedValues[name])) changes[name] = edits[name]
  return {
    values: { ...savedValues, ...edits },
    changes,
    isDirty: Object.keys(changes).length > 0,
    set: (change: Partial<V>) => setEdits((before) => ({ ...before, ...change })),
    /** Removes the edits that equal `saved`. Values entered since then stay. */
    discard: (saved: Partial<V>) =>
      setEdits(
        (before) =>
          Object.fromEntries(
            Object.entries(before).filter(([name, value]) => !isEqual(value, saved[name as keyof V])),
          ) as Partial<V>,
      ),
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
