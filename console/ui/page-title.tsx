import { useEffect, type ReactNode } from 'react'

/** The heading of a page, which is also the title of its window, and what the page is for. */
export function PageTitle({ children, about: description }: { children: string; about?: ReactNode }) {
  useEffect(() => {
    document.title = `${children} · Onair`
  }, [children])
  if (description === undefined) return <h1>{children}</h1>
  return (
    <div>
      <h1>{children}</h1>
      <p className="small soft">{description}</p>
    </div>
  )
}
