/**
 * The roles of the members of a team, from the least: a viewer reads, a developer changes applications and reads their
 * secrets, an owner also decides about members, transfers and deletions. A person is the owner of their own applications.
 */
export const teamRoles = ['VIEWER', 'DEVELOPER', 'OWNER'] as const
export type TeamRole = (typeof teamRoles)[number]

/** Whether a person with this role, or none, may do what needs the other one. */
export function hasTeamRole(role: TeamRole | null, needed: TeamRole): boolean {
  return role !== null && teamRoles.indexOf(role) >= teamRoles.indexOf(needed)
}
