import { Fragment } from 'react'

const address = /(https?:\/\/[^\s<>"'()]+)/

/** A text of a person with its line breaks. Addresses in it are links, to which search engines give no weight. */
export function LinkedText({ children }: { children: string }) {
  return children.split(address).map((part, at) => {
    if (at % 2 === 0) return <Fragment key={at}>{part}</Fragment>
    const url = part.replace(/[.,;:!?]$/, '')
    return (
      <Fragment key={at}>
        <OutsideLink url={url}>{url}</OutsideLink>
        {part.slice(url.length)}
      </Fragment>
    )
  })
}

/** A link that a person has written. */
export function OutsideLink({ url, className, children }: { url: string; className?: string; children: string }) {
  return (
    <a href={url} className={className} target="_blank" rel="nofollow noopener ugc" title={url}>
      {children}
    </a>
  )
}
