import { useState } from 'react'

/**
 * What one changed in a form and has not saved. A field that nobody touched shows what the platform has, also when that
 * changes elsewhere meanwhile.
 */
export function useEdits<V extends object>(stored: V) {
  const [edits, setEdits] = useState<Partial<V>>({})
  const names = Object.keys(edits) as (keyof V)[]
  const changes: Partial<V> = {}
  for (const name of names) if (!isSame(edits[name], stored[name])) changes[name] = edits[name]
  return {
    values: { ...stored, ...edits },
    changes,
    hasChanged: Object.keys(changes).length > 0,
    set: (change: Partial<V>) => setEdits((before) => ({ ...before, ...change })),
    /** Lets go of what was saved; what was typed since then stays. */
    forget: (saved: Partial<V>) =>
      setEdits(
        (before) =>
          Object.fromEntries(
            Object.entries(before).filter(([name, value]) => !isSame(value, saved[name as keyof V])),
          ) as Partial<V>,
      ),
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
