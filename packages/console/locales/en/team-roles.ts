import type { TeamRole } from '@onair/contract'

export const teamRoleNames: Readonly<Record<TeamRole, string>> = {
  VIEWER: 'viewer',
  DEVELOPER: 'developer',
  OWNER: 'owner',
}
