import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PageRoute } from './pages/page-route.ts'
import type { DemoPerson } from './pages/account/sign-in-page.ts'
import type { RouteServices } from './pipeline/route.ts'

/** The routes and pages that an extension adds to the API. */
export type ApiExtension = {
  registerRoutes(server: FastifyInstance, services: RouteServices): void
  /** A page with the method and path of a page of the platform replaces it. */
  readonly pages: readonly PageRoute[]
  /** Whether a browser may use what the extension protects. */
  hasAccess(request: Pick<FastifyRequest, 'headers'>): boolean
  /** The people that a browser with access signs in as with one click. */
  readonly demoPeople: readonly DemoPerson[]
}
