/** The roles of the people who run a site, from the least: a moderator acts on people and content, an operator on the site too. */
export const siteRoles = ['MODERATOR', 'OPERATOR'] as const
export type SiteRole = (typeof siteRoles)[number]

/** Whether a person with this role may do what needs the other one. */
export function hasSiteRole(role: SiteRole | null, needed: SiteRole): boolean {
  return role !== null && siteRoles.indexOf(role) >= siteRoles.indexOf(needed)
}

/** The people in a list of the operator's area: who waits has signed up and is not approved. */
export const personStates = ['ACTIVE', 'WAITING', 'SUSPENDED'] as const
export type PersonState = (typeof personStates)[number]
