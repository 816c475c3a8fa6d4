import { queryOptions, useQuery } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from './api.ts'

/** Who is signed in; null for a guest. */
export const visitorQuery = queryOptions({
  queryKey: ['visitor'],
  queryFn: async () => (await api(consoleApi.watch.getVisitor)).visitor,
  staleTime: Infinity,
})

/** The channel of whoever is signed in, on pages that nobody else sees. */
export function useVisitorChannelId(): string {
  return useQuery(visitorQuery).data?.channelId ?? ''
}

/** Whether guests may stay at this path; elsewhere they sign in first. */
export function isPublicPath(pathname: string): boolean {
  return /^\/(watch|reference)(\/|$)/.test(pathname)
}

/** Where one signs in, and comes back to this page from. */
export function signInUrl(): string {
  const { pathname, search } = window.location
  return `/sign-in?${String(new URLSearchParams({ back: pathname + search }))}`
}
