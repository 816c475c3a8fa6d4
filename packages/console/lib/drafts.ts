import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { visitorQuery } from './visitor.ts'

/** Longer drafts stay in memory only. */
const maxDraftLength = 20_000

/**
 * State that a reload of the page keeps, in the storage of the tab. A draft belongs to one user or the guests, one page
 * and one form, and holds no secrets. `null` is no draft.
 */
export function useDraft<V>(form: string): [V | null, (change: (before: V | null) => V | null) => void] {
  const key = useDraftKey(form)
  const stored = useMemo(() => readDraft(key) as V | null, [key])
  const [edited, setEdited] = useState<{ key: string; draft: V | null } | null>(null)
  // Text that was entered before the user was known stays.
  const current = edited !== null && (edited.key === key || edited.key === '') ? edited.draft : stored
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })
  const update = (change: (before: V | null) => V | null) => {
    const draft = change(latest.current)
    latest.current = draft
    storeDraft(key, draft)
    setEdited({ key, draft })
  }
  return [current, update]
}

/** The same for a form that keeps its own values: restores them once the user is known. */
export function useFormDraft<V>(form: string, restore: (draft: V) => void) {
  const key = useDraftKey(form)
  const latestRestore = useRef(restore)
  useEffect(() => {
    latestRestore.current = restore
  })
  useEffect(() => {
    const draft = readDraft(key) as V | null
    if (draft !== null) latestRestore.current(draft)
  }, [key])
  return { store: (values: V) => storeDraft(key, values), clear: () => storeDraft(key, null) }
}

/** Empty while the user is not known: nothing is read or stored then. */
function useDraftKey(form: string): string {
  const { data: visitor } = useQuery(visitorQuery)
  return visitor === undefined ? '' : `draft ${visitor?.channelId ?? 'guest'} ${window.location.pathname} ${form}`
}

function readDraft(key: string): unknown {
  if (key === '') return null
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function storeDraft(key: string, draft: unknown) {
  if (key === '') return
  try {
    const text = JSON.stringify(draft)
    if (draft === null || text.length > maxDraftLength) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // The storage is full or blocked: the draft stays in memory.
  }
}
