/**
 * The two forms of responses between which an application chooses: as the specification documents them, or as clients
 * have observed them on the service whose API the specification describes. Gap 1.
 */
export const wireProfiles = ['documented', 'observed'] as const
export type WireProfile = (typeof wireProfiles)[number]
