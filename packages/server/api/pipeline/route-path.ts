import type { FastifyRequest } from 'fastify'

type RoutedRequest = Pick<FastifyRequest, 'routeOptions' | 'url'>

/**
 * The path by which rules judge a request: that of its route, with `:name` for parameters, or the requested path where no
 * route matches. The raw URL can name a route in many ways: `/%73ign-in`, `/sign-in#`, `http://host/sign-in`.
 */
export function routePath({ routeOptions, url }: RoutedRequest): string {
  return routeOptions.url ?? requestedPath({ url })
}

/** The requested path as the router reads it: without an origin, a query and a fragment, and decoded. */
export function requestedPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/'
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
