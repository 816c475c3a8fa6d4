import { useEffect, type ReactNode } from 'react'

/** The heading of a page, which is also the title of its window, and what the page is for. */
export function Title({ children, about }: { children: string; about?: ReactNode }) {
  useEffect(() => {
    document.title = `${children} · Onair`
  }, [children])
  if (about === undefined) return <h1>{children}</h1>
  return (
    <div>
      <h1>{children}</h1>
      <p className="small soft">{about}</p>
    </div>
  )
}
