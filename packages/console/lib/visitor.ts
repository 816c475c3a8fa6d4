import { queryOptions, useQuery } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from './api.ts'

/** The signed-in user; null for a guest. */
export const visitorQuery = queryOptions({
  queryKey: ['visitor'],
  queryFn: async () => (await api(consoleApi.watch.getVisitor)).visitor,
  staleTime: Infinity,
})

/** The channel id of the signed-in user, for pages that require sign-in. */
export function useVisitorChannelId(): string {
  return useQuery(visitorQuery).data?.channelId ?? ''
}

/** Whether guests can open this path. Other paths require sign-in. */
export function isPublicPath(pathname: string): boolean {
  return /^\/(@|(embed|live|watch|reference|console\/teams\/join|admin\/join)(\/|$))/.test(pathname)
}

/** The sign-in page, which returns to this page. */
export const signInUrl = () => withReturnPath('/sign-in')

/** The page where a person accepts the documents of the site, which returns to this page. */
export const acceptTermsUrl = () => withReturnPath('/accept-terms')

function withReturnPath(page: string): string {
  const { pathname, search } = window.location
  return `${page}?${String(new URLSearchParams({ back: pathname + search }))}`
}
