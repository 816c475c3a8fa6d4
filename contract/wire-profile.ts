/**
 * The two readings of the interface that an application can ask for: as the specification writes it, or as the clients
 * of the public service have seen it. Gap 1.
 */
export const wireProfiles = ['documented', 'observed'] as const
export type WireProfile = (typeof wireProfiles)[number]
