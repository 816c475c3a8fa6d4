/**
 * The two forms of responses between which an application chooses: as the specification documents them, or as clients
 * of the public service have observed them. Gap 1.
 */
export const wireProfiles = ['documented', 'observed'] as const
export type WireProfile = (typeof wireProfiles)[number]
