import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'

/**
 * The token of a link, which is the fragment of its address. Signing in or up returns without the fragment: this tab
 * keeps the token as `name` until the page removes it. Empty where the address has never had one.
 */
export function useLinkToken(name: string): string {
  const hash = useLocation({ select: (location) => location.hash })
  return useMemo(() => {
    if (hash !== '') sessionStorage.setItem(name, hash)
    return sessionStorage.getItem(name) ?? ''
  }, [name, hash])
}
