import type { DeliveryState, FulfillmentState } from '@onair/contract'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isAct, type Act } from './acts.ts'
import { isAppTab, isDeliveryState, type AppTab } from './pages/app-tabs.ts'
import { Failed } from './parts/failed.tsx'
import { Loading } from './parts/loading.tsx'
import { NotFound } from './parts/not-found.tsx'
import { Shell } from './parts/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: '/console',
  beforeLoad: () => {
    throw redirect({ to: '/console/apps' })
  },
})
const apps = createRoute({
  getParentRoute: () => root,
  path: '/console/apps',
  component: lazyRouteComponent(() => import('./pages/apps.tsx'), 'Apps'),
})
const newApp = createRoute({
  getParentRoute: () => root,
  path: '/console/apps/new',
  component: lazyRouteComponent(() => import('./pages/new-app.tsx'), 'NewApp'),
})
const app = createRoute({
  getParentRoute: () => root,
  path: '/console/apps/$clientId',
  validateSearch: ({ tab, state }): { tab?: AppTab; state?: DeliveryState } => ({
    ...(isAppTab(tab) && { tab }),
    ...(isDeliveryState(state) && { state }),
  }),
  component: lazyRouteComponent(() => import('./pages/app.tsx'), 'App'),
})

const trigger = createRoute({
  getParentRoute: () => root,
  path: '/console/trigger',
  validateSearch: ({ act }): { act?: Act } => (isAct(act) ? { act } : {}),
  component: lazyRouteComponent(() => import('./pages/trigger.tsx'), 'Trigger'),
})

const delivery = createRoute({
  getParentRoute: () => root,
  path: '/console/apps/$clientId/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./pages/delivery.tsx'), 'Delivery'),
})
const drops = createRoute({
  getParentRoute: () => root,
  path: '/console/drops',
  component: lazyRouteComponent(() => import('./pages/drops.tsx'), 'Drops'),
})
const newCampaign = createRoute({
  getParentRoute: () => root,
  path: '/console/drops/$clientId/new',
  component: lazyRouteComponent(() => import('./pages/new-campaign.tsx'), 'NewCampaign'),
})
const campaign = createRoute({
  getParentRoute: () => root,
  path: '/console/drops/$clientId/$campaignId',
  validateSearch: ({ state }): { state?: FulfillmentState } =>
    state === 'CLAIMED' || state === 'FULFILLED' ? { state } : {},
  component: lazyRouteComponent(() => import('./pages/campaign.tsx'), 'Campaign'),
})

const reference = createRoute({
  getParentRoute: () => root,
  path: '/reference',
  validateSearch: ({ q }): { q?: string } => (typeof q === 'string' && q !== '' ? { q } : {}),
  component: lazyRouteComponent(() => import('./pages/reference.tsx'), 'Reference'),
})
const referenceStart = createRoute({
  getParentRoute: () => reference,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/reference-start.tsx'), 'ReferenceStart'),
})
const referenceEvents = createRoute({
  getParentRoute: () => reference,
  path: '/events',
  component: lazyRouteComponent(() => import('./pages/reference-events.tsx'), 'ReferenceEvents'),
})
const referenceSignature = createRoute({
  getParentRoute: () => reference,
  path: '/signature',
  component: lazyRouteComponent(() => import('./pages/reference-signature.tsx'), 'ReferenceSignature'),
})
const referenceOperation = createRoute({
  getParentRoute: () => reference,
  path: '/$operation',
  component: lazyRouteComponent(() => import('./pages/reference-operation.tsx'), 'ReferenceOperation'),
})
const referencePages = [referenceStart, referenceEvents, referenceSignature, referenceOperation]

const lives = createRoute({
  getParentRoute: () => root,
  path: '/watch',
  component: lazyRouteComponent(() => import('./pages/lives.tsx'), 'Lives'),
})
const watch = createRoute({
  getParentRoute: () => root,
  path: '/watch/$channelId',
  component: lazyRouteComponent(() => import('./pages/watch.tsx'), 'Watch'),
})

/** Every page of the console; a link to another does not compile. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    apps,
    newApp,
    app,
    delivery,
    drops,
    newCampaign,
    campaign,
    trigger,
    reference.addChildren(referencePages),
    lives,
    watch,
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error }) => <Failed error={error} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
