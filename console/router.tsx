import { activityKinds, campaignStates, type ActivityKind, type DeliveryState } from '@onair/contract'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { Act } from '@onair/contract/play'
import { isAct } from './acts.ts'
import type { CampaignFilters, ClaimFilters } from './drops-queries.ts'
import { isRecordKind } from './inspector/kinds.ts'
import type { Filters } from './inspector/records.ts'
import { isAppTab, isDeliveryState, type AppTab } from './pages/app-tabs.ts'
import { Failed } from './parts/failed.tsx'
import { Loading } from './parts/loading.tsx'
import { NotFound } from './parts/not-found.tsx'
import { Shell } from './parts/shell.tsx'
import type { SubscriberOrder } from './studio-queries.ts'

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
  validateSearch: ({ state, ...given }): CampaignFilters => {
    const known = campaignStates.find((one) => one === state)
    return { ...textsOf(['app', 'text'], given), ...(known && { state: known }) }
  },
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
  validateSearch: ({ state, ...given }): ClaimFilters => ({
    ...textsOf(['reward', 'who'], given),
    ...((state === 'CLAIMED' || state === 'FULFILLED') && { state }),
  }),
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

const inspector = createRoute({
  getParentRoute: () => root,
  path: '/console/inspector',
  validateSearch: ({ kind, record, ...given }): Filters & { record?: number } => ({
    ...textsOf(['app', 'name', 'status', 'channel', 'session', 'chain', 'text'], given),
    ...(isRecordKind(kind) && { kind }),
    ...(typeof record === 'number' && { record }),
  }),
  component: lazyRouteComponent(() => import('./pages/inspector.tsx'), 'Inspector'),
})

/** What stands in an address may be anything; a filter is a text. */
function textsOf<Name extends string>(
  names: readonly Name[],
  given: { [name: string]: unknown },
): { [name in Name]?: string } {
  const texts: { [name in Name]?: string } = {}
  for (const name of names) {
    const value = given[name]
    if (typeof value === 'string' || typeof value === 'number') texts[name] = String(value)
  }
  return texts
}

const studio = createRoute({
  getParentRoute: () => root,
  path: '/studio',
  component: lazyRouteComponent(() => import('./pages/studio.tsx'), 'Studio'),
})
const studioParts = [
  createRoute({
    getParentRoute: () => studio,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/studio-overview.tsx'), 'StudioOverview'),
  }),
  createRoute({
    getParentRoute: () => studio,
    path: '/broadcast',
    component: lazyRouteComponent(() => import('./pages/studio-broadcast.tsx'), 'StudioBroadcast'),
  }),
  createRoute({
    getParentRoute: () => studio,
    path: '/key',
    component: lazyRouteComponent(() => import('./pages/studio-key.tsx'), 'StudioKey'),
  }),
  createRoute({
    getParentRoute: () => studio,
    path: '/chat',
    component: lazyRouteComponent(() => import('./pages/studio-chat.tsx'), 'StudioChat'),
  }),
  createRoute({
    getParentRoute: () => studio,
    path: '/activity',
    validateSearch: ({ kind }): { kind?: ActivityKind } => {
      const known = activityKinds.find((one) => one === kind)
      return known === undefined ? {} : { kind: known }
    },
    component: lazyRouteComponent(() => import('./pages/studio-activity.tsx'), 'StudioActivity'),
  }),
  createRoute({
    getParentRoute: () => studio,
    path: '/followers',
    validateSearch: pageIn,
    component: lazyRouteComponent(() => import('./pages/studio-followers.tsx'), 'StudioFollowers'),
  }),
  createRoute({
    getParentRoute: () => studio,
    path: '/subscribers',
    validateSearch: (search): { page?: number; sort?: SubscriberOrder } => ({
      ...pageIn(search),
      ...(search['sort'] === 'LONGER' && { sort: 'LONGER' }),
    }),
    component: lazyRouteComponent(() => import('./pages/studio-subscribers.tsx'), 'StudioSubscribers'),
  }),
  createRoute({
    getParentRoute: () => studio,
    path: '/managers',
    component: lazyRouteComponent(() => import('./pages/studio-managers.tsx'), 'StudioManagers'),
  }),
  createRoute({
    getParentRoute: () => studio,
    path: '/restrictions',
    component: lazyRouteComponent(() => import('./pages/studio-restrictions.tsx'), 'StudioRestrictions'),
  }),
] as const

/** The page of a list that an address names, from 0. */
function pageIn({ page }: Record<string, unknown>): { page?: number } {
  return typeof page === 'number' && Number.isInteger(page) && page > 0 && page < 1_000_000 ? { page } : {}
}

const connections = createRoute({
  getParentRoute: () => root,
  path: '/connections',
  component: lazyRouteComponent(() => import('./pages/connections.tsx'), 'Connections'),
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
    inspector,
    reference.addChildren(referencePages),
    lives,
    watch,
    studio.addChildren(studioParts),
    connections,
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
