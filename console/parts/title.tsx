import { useEffect } from 'react'

/** The heading of a page, which is also the title of its window. */
export function Title({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Onair`
  }, [children])
  return <h1>{children}</h1>
}
