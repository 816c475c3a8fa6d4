import { useState } from 'react'

/**
 * What one changed in a form and has not saved. A field that nobody touched shows what the platform has, also when that
 * changes elsewhere meanwhile.
 */
export function useFormEdits<V extends object>(savedValues: V) {
  const [edits, setEdits] = useState<Partial<V>>({})
  const names = Object.keys(edits) as (keyof V)[]
  const changes: Partial<V> = {}
  for (const name of names) if (!isEqual(edits[name], savedValues[name])) changes[name] = edits[name]
  return {
    values: { ...savedValues, ...edits },
    changes,
    isDirty: Object.keys(changes).length > 0,
    set: (change: Partial<V>) => setEdits((before) => ({ ...before, ...change })),
    /** Lets go of what was saved; what was typed since then stays. */
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
