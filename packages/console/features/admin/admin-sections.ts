import type { SiteRole } from '@onair/contract'

type AdminSection = { path: string; section: string; role: SiteRole }

/** The sections of the operator's area in their order, and the role that each needs. */
export const adminSections = [
  { path: '/admin', section: 'overview', role: 'MODERATOR' },
  { path: '/admin/people', section: 'people', role: 'MODERATOR' },
  { path: '/admin/lives', section: 'lives', role: 'MODERATOR' },
  { path: '/admin/reports', section: 'reports', role: 'MODERATOR' },
  { path: '/admin/apps', section: 'apps', role: 'MODERATOR' },
  { path: '/admin/organizations', section: 'organizations', role: 'MODERATOR' },
  { path: '/admin/networks', section: 'networks', role: 'MODERATOR' },
  { path: '/admin/roles', section: 'roles', role: 'MODERATOR' },
  { path: '/admin/sign-up', section: 'signUp', role: 'OPERATOR' },
  { path: '/admin/words', section: 'words', role: 'OPERATOR' },
  { path: '/admin/site', section: 'site', role: 'OPERATOR' },
  { path: '/admin/cases', section: 'cases', role: 'OPERATOR' },
  { path: '/admin/retention', section: 'retention', role: 'OPERATOR' },
  { path: '/admin/audit', section: 'audit', role: 'OPERATOR' },
] as const satisfies readonly AdminSection[]
