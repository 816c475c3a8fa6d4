import {
  activityKinds,
  campaignStates,
  sortOrders,
  deliveryStates,
  fulfillmentState,
  notificationFilters,
  overlayKinds,
  recordKinds,
  trafficRanges,
  type ActivityKind,
  type OverlayKind,
  type TrafficRange,
} from '@onair/contract'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { CampaignFilters, ClaimFilters } from '../features/drops/queries.ts'
import type { DeliveryFilters } from '../features/apps/queries.ts'
import { recordFilterPatterns } from '../features/inspector/queries/record-filter-patterns.ts'
import type { RecordFilters } from '../features/inspector/queries/records.ts'
import { parsePage, pickDates, pickInteger, pickOne, pickStrings, pickTrue, pickValid } from '../lib/search-params.ts'
import {
  appSorts,
  moderationActions,
  personStates,
  sumUnits,
  type AppSort,
  type LiveSort,
  type PersonState,
} from '@onair/contract'
import { appTabs, type AppTab } from '../features/apps/app-tabs.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { loadStrings, type Feature } from '../locales/index.ts'
import { Shell } from './shell.tsx'
import type { AnalyticsSearch } from '../features/studio/components/analytics-period.tsx'
import type { ModerationSearch } from '../features/studio/pages/moderation.tsx'
import type { RestrictionSearch } from '../features/studio/pages/restrictions.tsx'
import type { SubscriberSort } from '../features/studio/queries/studio-queries.ts'

/** A page that is loaded when it is opened, after the strings that it uses. */
function page<M extends Record<string, unknown>>(
  needed: Feature | readonly Feature[],
  load: () => Promise<M>,
  component: keyof M & string,
) {
  return lazyRouteComponent(async () => {
    await Promise.all([needed].flat().map(loadStrings))
    return load()
  }, component)
}

const reference = ['reference', 'operationNames'] as const

const rootRoute = createRootRoute({
  // Opens the command palette, for links of pages that do not have it.
  validateSearch: (search): { palette?: 'open' } => pickOne('palette', ['open'], search),
  component: Shell,
  notFoundComponent: lazyRouteComponent(async () => {
    const { NotFound } = await import('../ui/not-found.tsx')
    return { default: () => <NotFound /> }
  }),
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console',
  beforeLoad: () => {
    throw redirect({ to: '/console/apps' })
  },
})
const appsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/apps',
  validateSearch: (search): { q?: string; owner?: string; sort?: AppSort; page?: number } => ({
    ...pickStrings(['q', 'owner'], search),
    ...pickOne('sort', appSorts, search),
    ...parsePage(search),
  }),
  component: page('apps', () => import('../features/apps/pages/apps.tsx'), 'Apps'),
})
const registerAppRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/apps/new',
  component: page('apps', () => import('../features/apps/pages/register-app.tsx'), 'RegisterApp'),
})
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/apps/$clientId',
  validateSearch: (search): { tab?: AppTab; range?: TrafficRange; endpoint?: string } & DeliveryFilters => ({
    ...pickOne('tab', appTabs, search),
    ...pickOne('range', trafficRanges, search),
    ...pickStrings(['endpoint', 'search', 'to'], search),
    ...pickOne('state', deliveryStates, search),
    ...pickOne('sort', sortOrders, search),
  }),
  component: page(['apps', 'failures'], () => import('../features/apps/pages/app.tsx'), 'AppPage'),
})

const teamsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/teams',
  component: page('teams', () => import('../features/teams/pages/teams.tsx'), 'Teams'),
})
const joinTeamRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/teams/join',
  component: page('teams', () => import('../features/teams/pages/join-team.tsx'), 'JoinTeam'),
})
const teamRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/teams/$teamId',
  component: page(['teams', 'studio'], () => import('../features/teams/pages/team.tsx'), 'TeamPage'),
})

const triggerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/trigger',
  // The page checks `action`: the names of the actions are large.
  validateSearch: (search) => pickStrings(['action', 'channel', 'reward'], search),
  component: page(['trigger', 'operationNames'], () => import('../features/trigger/pages/trigger.tsx'), 'Trigger'),
})

const liveRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/live',
  validateSearch: (search): { trace?: string; reset?: 'done' } => ({
    ...pickStrings(['trace'], search),
    ...pickOne('reset', ['done'], search),
  }),
  component: page(
    ['live', 'inspector', 'failures', 'trigger', 'watch'],
    () => import('../features/live/pages/live.tsx'),
    'Live',
  ),
})

const deliveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/apps/$clientId/deliveries/$deliveryId',
  component: page(['apps', 'failures'], () => import('../features/apps/pages/delivery.tsx'), 'Delivery'),
})
const dropsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/drops',
  validateSearch: (search): CampaignFilters => ({
    ...pickStrings(['app', 'text'], search),
    ...pickOne('state', campaignStates, search),
  }),
  component: page('drops', () => import('../features/drops/pages/drops.tsx'), 'Drops'),
})
const createCampaignRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/drops/$clientId/new',
  component: page(['drops', 'watch'], () => import('../features/drops/pages/create-campaign.tsx'), 'CreateCampaign'),
})
const campaignRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/drops/$clientId/$campaignId',
  validateSearch: (search): ClaimFilters => ({
    ...pickStrings(['reward', 'search'], search),
    ...pickOne('state', fulfillmentState.enum, search),
    ...pickOne('notification', notificationFilters, search),
    ...pickOne('sort', sortOrders, search),
  }),
  component: page(['drops', 'watch'], () => import('../features/drops/pages/campaign.tsx'), 'Campaign'),
})
const editCampaignRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/drops/$clientId/$campaignId/edit',
  component: page(['drops', 'watch'], () => import('../features/drops/pages/edit-campaign.tsx'), 'EditCampaign'),
})

const referenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reference',
  validateSearch: (search): { q?: string } => pickStrings(['q'], search),
  component: page(reference, () => import('../features/reference/pages/reference.tsx'), 'Reference'),
})
const referenceStart = createRoute({
  getParentRoute: () => referenceRoute,
  path: '/',
  component: page(reference, () => import('../features/reference/pages/start.tsx'), 'ReferenceStart'),
})
const referenceEvents = createRoute({
  getParentRoute: () => referenceRoute,
  path: '/events',
  component: page(reference, () => import('../features/reference/pages/events.tsx'), 'ReferenceEvents'),
})
const referenceSignature = createRoute({
  getParentRoute: () => referenceRoute,
  path: '/signature',
  validateSearch: (search): { app?: string; delivery?: string } => pickStrings(['app', 'delivery'], search),
  component: page(reference, () => import('../features/reference/pages/signature.tsx'), 'ReferenceSignature'),
})
const referenceChangelog = createRoute({
  getParentRoute: () => referenceRoute,
  path: '/changelog',
  component: page(reference, () => import('../features/reference/changelog.tsx'), 'ReferenceChangelog'),
})
const referenceOperation = createRoute({
  getParentRoute: () => referenceRoute,
  path: '/$operation',
  component: page(reference, () => import('../features/reference/pages/operation.tsx'), 'ReferenceOperation'),
})
const referencePages = [referenceStart, referenceEvents, referenceSignature, referenceChangelog, referenceOperation]

const livesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/watch',
  validateSearch: (search): { q?: string; category?: string; sort?: LiveSort } => ({
    ...pickStrings(['q', 'category'], search),
    ...pickOne('sort', ['RECENT'], search),
  }),
  component: page(['lives', 'watch'], () => import('../features/watch/pages/lives.tsx'), 'Lives'),
})
const viewerDropsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/watch/drops',
  component: page('watch', () => import('../features/watch/pages/drops.tsx'), 'Drops'),
})
const watchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/watch/$channelId',
  component: page('watch', () => import('../features/watch/pages/watch.tsx'), 'Watch'),
})

const chatWindowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/watch/$channelId/chat',
  component: page('watch', () => import('../features/watch/pages/chat-window.tsx'), 'ChatWindow'),
})

const handleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/@{$handle}',
  component: page('watch', () => import('../features/watch/pages/handle.tsx'), 'WatchHandle'),
})

const embedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/embed/$channelId',
  component: page(['watch', 'about'], () => import('../features/watch/pages/embed.tsx'), 'Embed'),
})

const replayRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/watch/$channelId/replays/$recordingId',
  component: page(['watch', 'replay', 'video'], () => import('../features/watch/pages/replay.tsx'), 'Replay'),
})

const clipRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/watch/$channelId/clips/$clipId',
  component: page(['watch', 'replay', 'video'], () => import('../features/watch/pages/clip.tsx'), 'Clip'),
})

const inspectorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/inspector',
  validateSearch: (search): RecordFilters & { record?: number; from?: number; to?: number } => ({
    ...pickStrings(['app', 'name', 'session', 'traceId', 'text'], search),
    ...pickValid(['status'], (text) => recordFilterPatterns.status.test(text), search),
    ...pickValid(['channel'], (text) => recordFilterPatterns.channel.test(text), search),
    ...pickOne('kind', recordKinds, search),
    ...pickTrue('missed', search),
    ...pickInteger('record', search),
    ...pickInteger('since', search),
    ...pickInteger('from', search),
    ...pickInteger('to', search),
  }),
  component: page(['inspector', 'failures'], () => import('../features/inspector/pages/inspector.tsx'), 'Inspector'),
})

const studioRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio',
  component: page('studio', () => import('../features/studio/pages/studio.tsx'), 'Studio'),
})
// These pages are also for the managers of a channel.
const studioChat = page('studio', () => import('../features/studio/pages/chat.tsx'), 'StudioChat')
const studioModeration = page(
  ['studio', 'watch', 'moderation'],
  () => import('../features/studio/pages/moderation.tsx'),
  'StudioModeration',
)
const studioRestrictions = page(
  ['studio', 'watch', 'moderation'],
  () => import('../features/studio/pages/restrictions.tsx'),
  'StudioRestrictions',
)
const parseModeration = (search: Record<string, unknown>): ModerationSearch => ({
  ...pickOne('action', moderationActions, search),
  ...pickStrings(['name'], search),
})
const parseRestrictions = (search: Record<string, unknown>): RestrictionSearch => pickStrings(['name'], search)
const studioPages = [
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/',
    component: page(
      ['studio', 'watch', 'goLive', 'poll'],
      () => import('../features/studio/pages/overview.tsx'),
      'StudioOverview',
    ),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/live',
    component: page('studio', () => import('../features/studio/pages/live-settings.tsx'), 'StudioLiveSettings'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/schedule',
    component: page(
      ['studio', 'schedule', 'about'],
      () => import('../features/studio/pages/schedule.tsx'),
      'StudioSchedule',
    ),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/channel',
    component: page(['studio', 'profile'], () => import('../features/studio/pages/channel.tsx'), 'StudioChannel'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/key',
    component: page('studio', () => import('../features/studio/pages/stream-key.tsx'), 'StudioStreamKey'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/restream',
    component: page(['studio', 'restream'], () => import('../features/studio/pages/restream.tsx'), 'StudioRestream'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/recordings',
    component: page(
      ['studio', 'replay', 'watch'],
      () => import('../features/studio/pages/recordings.tsx'),
      'StudioRecordings',
    ),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/chat',
    component: studioChat,
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/emoticons',
    component: page(['studio', 'overlays'], () => import('../features/studio/pages/emoticons.tsx'), 'StudioEmoticons'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/overlays',
    validateSearch: (search): { overlay?: OverlayKind } => pickOne('overlay', overlayKinds, search),
    component: page(['studio', 'overlays'], () => import('../features/studio/pages/overlays.tsx'), 'StudioOverlays'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/activity',
    validateSearch: (search): { kind?: ActivityKind; name?: string; from?: string; to?: string } => ({
      ...pickOne('kind', activityKinds, search),
      ...pickStrings(['name'], search),
      ...pickDates(['from', 'to'], search),
    }),
    component: page(['studio', 'watch'], () => import('../features/studio/pages/activity.tsx'), 'StudioActivity'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/analytics',
    validateSearch: (search): AnalyticsSearch => ({
      ...pickOne('unit', sumUnits, search),
      ...pickInteger('days', search),
      ...pickDates(['from', 'to'], search),
      ...pickOne('rows', ['all'], search),
      ...pickStrings(['zone'], search),
    }),
    component: page('studio', () => import('../features/studio/pages/analytics.tsx'), 'StudioAnalytics'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/followers',
    validateSearch: (search): { page?: number; name?: string } => ({
      ...parsePage(search),
      ...pickStrings(['name'], search),
    }),
    component: page(['studio', 'watch'], () => import('../features/studio/pages/followers.tsx'), 'StudioFollowers'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/subscribers',
    validateSearch: (search): { page?: number; sort?: SubscriberSort; name?: string } => ({
      ...parsePage(search),
      ...pickStrings(['name'], search),
      ...pickOne('sort', ['LONGER'], search),
    }),
    component: page(['studio', 'watch'], () => import('../features/studio/pages/subscribers.tsx'), 'StudioSubscribers'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/managers',
    component: page(['studio', 'moderation'], () => import('../features/studio/pages/managers.tsx'), 'StudioManagers'),
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/restrictions',
    validateSearch: parseRestrictions,
    component: studioRestrictions,
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/moderation',
    validateSearch: parseModeration,
    component: studioModeration,
  }),
  createRoute({
    getParentRoute: () => studioRoute,
    path: '/managed',
    component: page(
      ['studio', 'watch', 'moderation'],
      () => import('../features/studio/pages/managed-channels.tsx'),
      'StudioManagedChannels',
    ),
  }),
] as const

const managedChannelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio/managed/$channelId',
  component: page(
    ['studio', 'watch', 'moderation', 'poll'],
    () => import('../features/studio/pages/managed-channel.tsx'),
    'ManagedChannel',
  ),
})
const managedChannelPages = [
  createRoute({
    getParentRoute: () => managedChannelRoute,
    path: '/',
    component: page(
      ['studio', 'watch', 'moderation', 'poll'],
      () => import('../features/studio/pages/managed-channel.tsx'),
      'ManagedDashboard',
    ),
  }),
  createRoute({ getParentRoute: () => managedChannelRoute, path: '/chat', component: studioChat }),
  createRoute({
    getParentRoute: () => managedChannelRoute,
    path: '/moderation',
    validateSearch: parseModeration,
    component: studioModeration,
  }),
  createRoute({
    getParentRoute: () => managedChannelRoute,
    path: '/restrictions',
    validateSearch: parseRestrictions,
    component: studioRestrictions,
  }),
] as const

const connectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connections',
  component: page(
    ['connections', 'overlays'],
    () => import('../features/connections/pages/connections.tsx'),
    'Connections',
  ),
})

const reportAppRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connections/report/$clientId',
  component: page('reports', () => import('../features/reports/pages/report-app.tsx'), 'ReportApp'),
})

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: page('admin', () => import('../features/admin/pages/admin.tsx'), 'Admin'),
})
const adminPages = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/',
    component: page('admin', () => import('../features/admin/pages/overview.tsx'), 'AdminOverview'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/people',
    validateSearch: (search): { q?: string; state?: PersonState } => ({
      ...pickStrings(['q'], search),
      ...pickOne('state', personStates, search),
    }),
    component: page('admin', () => import('../features/admin/pages/people.tsx'), 'AdminPeople'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/people/$channelId',
    component: page('admin', () => import('../features/admin/pages/person.tsx'), 'AdminPerson'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/lives',
    validateSearch: (search): { q?: string; sort?: LiveSort; page?: number } => ({
      ...pickStrings(['q'], search),
      ...pickOne('sort', ['VIEWERS', 'RECENT'], search),
      ...parsePage(search),
    }),
    component: page(['admin', 'watch'], () => import('../features/admin/pages/lives.tsx'), 'AdminLives'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/reports',
    // The page checks the values of all but `q`.
    validateSearch: (search) => pickStrings(['q', 'state', 'kind', 'assignee', 'sort'], search),
    component: page(['admin', 'reports'], () => import('../features/admin/pages/reports.tsx'), 'AdminReports'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/reports/$reportId',
    component: page(['admin', 'reports'], () => import('../features/admin/pages/report.tsx'), 'AdminReport'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/apps',
    validateSearch: (
      search,
    ): { q?: string; state?: 'ENABLED' | 'DISABLED'; sort?: 'registered' | 'name'; page?: number } => ({
      ...pickStrings(['q'], search),
      ...pickOne('state', ['ENABLED', 'DISABLED'], search),
      ...pickOne('sort', ['registered', 'name'], search),
      ...parsePage(search),
    }),
    component: page('admin', () => import('../features/admin/pages/apps.tsx'), 'AdminApps'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/organizations',
    component: page('admin', () => import('../features/admin/pages/organizations.tsx'), 'AdminOrganizations'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/networks',
    validateSearch: (search): { network?: string } => pickStrings(['network'], search),
    component: page('admin', () => import('../features/admin/pages/networks.tsx'), 'AdminNetworks'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/cases',
    validateSearch: (search): { channel?: string } => pickStrings(['channel'], search),
    component: page('admin', () => import('../features/admin/pages/cases.tsx'), 'AdminCases'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/retention',
    component: page('admin', () => import('../features/admin/pages/retention.tsx'), 'AdminRetention'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/roles',
    component: page(['admin', 'studio'], () => import('../features/admin/pages/roles.tsx'), 'AdminRoles'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/sign-up',
    component: page('admin', () => import('../features/admin/pages/sign-up.tsx'), 'AdminSignUp'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/words',
    component: page('admin', () => import('../features/admin/pages/words.tsx'), 'AdminWords'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/site',
    component: page('admin', () => import('../features/admin/pages/site.tsx'), 'AdminSite'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/audit',
    // The page checks `action`: the names of the actions are large.
    validateSearch: (search) => pickStrings(['action', 'channel', 'network', 'from', 'to', 'reads'], search),
    component: page('admin', () => import('../features/admin/pages/audit.tsx'), 'AdminAudit'),
  }),
] as const
const adminJoinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/join',
  component: page('admin', () => import('../features/admin/pages/join.tsx'), 'AdminJoin'),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: page(['account', 'notices', 'reports'], () => import('../features/account/pages/account.tsx'), 'Account'),
})

/** Every page of the console. A link to a page that does not exist does not compile. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    appsRoute,
    registerAppRoute,
    appRoute,
    deliveryRoute,
    teamsRoute,
    joinTeamRoute,
    teamRoute,
    dropsRoute,
    createCampaignRoute,
    campaignRoute,
    editCampaignRoute,
    liveRoute,
    triggerRoute,
    inspectorRoute,
    referenceRoute.addChildren(referencePages),
    livesRoute,
    viewerDropsRoute,
    watchRoute,
    chatWindowRoute,
    handleRoute,
    embedRoute,
    replayRoute,
    clipRoute,
    studioRoute.addChildren(studioPages),
    managedChannelRoute.addChildren(managedChannelPages),
    connectionsRoute,
    reportAppRoute,
    adminRoute.addChildren(adminPages),
    adminJoinRoute,
    accountRoute,
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error }) => <ErrorAlert error={error} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The name of an application that was just deleted, for the list of applications. */
    deletedApp?: string
    /** The name of a person who was just deleted, for the list of people. */
    deletedPerson?: string
  }
  interface Register {
    router: typeof router
  }
}
