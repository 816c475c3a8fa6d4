/** The roles of the people who run a site, from the least: a moderator acts on people and content, an operator on the site too. */
export const siteRoles = ['MODERATOR', 'OPERATOR'] as const
export type SiteRole = (typeof siteRoles)[number]

/** Whether a person with this role may do what needs the other one. */
export function hasSiteRole(role: SiteRole | null, needed: SiteRole): boolean {
  return role !== null && siteRoles.indexOf(role) >= siteRoles.indexOf(needed)
}

/**
 * The people in a list of the operator's area. `WAITING`: they signed up, and are not approved. `ASKS_TO_STREAM`: their request
 * to stream waits.
 */
export const personStates = ['ACTIVE', 'WAITING', 'ASKS_TO_STREAM', 'SUSPENDED'] as const
export type PersonState = (typeof personStates)[number]

/** The measures of the people who run the site against a live. `LIFT_BLOCK`: the person may go live again. */
export const liveMeasures = [
  'END',
  'SET_AGE_LIMIT',
  'REMOVE_AGE_LIMIT',
  'REMOVE_TITLE',
  'REMOVE_PICTURE',
  'LIFT_BLOCK',
] as const
export type LiveMeasure = (typeof liveMeasures)[number]

/** How long a person may not go live after `END`. */
export const streamingBlocks = ['NONE', 'HOUR', 'DAY', 'WEEK', 'UNTIL_LIFTED'] as const
export type StreamingBlock = (typeof streamingBlocks)[number]

/** The source of the video of a live. `TEST`: the test picture of a sandbox; `MEDIA_SERVER`: one that is not of this platform. */
export const liveSources = ['PAGE', 'ENCODER', 'TEST', 'MEDIA_SERVER'] as const
export type LiveSource = (typeof liveSources)[number]
