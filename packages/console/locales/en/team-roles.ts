import type { TeamRole } from '@onair/contract'

export const teamRoleNames: Readonly<Record<TeamRole, string>> = {
  VIEWER: 'Viewer',
  DEVELOPER: 'Developer',
  OWNER: 'Owner',
}
