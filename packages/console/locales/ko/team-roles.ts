import type { TeamRole } from '@onair/contract'

export const teamRoleNames: Readonly<Record<TeamRole, string>> = {
  VIEWER: '뷰어',
  DEVELOPER: '개발자',
  OWNER: '소유자',
}
