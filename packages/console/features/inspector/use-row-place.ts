import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps the row of the opened record at the same height of the window when the list becomes narrower or wider. Where the
 * record replaces the list, the page begins at its top until the record is closed. Returns a function to call before a
 * record is opened or closed.
 */
export function useRowPlace(record: number | undefined): (position: number) => void {
  const place = useRef<{ position: number; top: number } | null>(null)
  useLayoutEffect(() => {
    if (place.current === null) return undefined
    const { position, top } = place.current
    const restore = () => {
      const row = findRow(position)
      if (row === null) return
      if (isShown(row)) window.scrollBy({ top: row.getBoundingClientRect().top - top })
      else window.scrollTo({ top: 0 })
    }
    restore()
    if (record === undefined) findRow(position)?.focus({ preventScroll: true })
    // The rows of a long list are measured after they are shown.
    const frame = requestAnimationFrame(restore)
    return () => cancelAnimationFrame(frame)
  }, [record])
  return (position) => {
    const row = findRow(position)
    const top = row !== null && isShown(row) ? row.getBoundingClientRect().top : place.current?.top
    place.current = { position, top: top ?? window.innerHeight / 2 }
  }
}

/** The button of the row of a record. */
export function findRow(position: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-position="${position}"]`)
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}
