/** The pages that streamers show as browser sources of their encoder. */
export const overlayKinds = ['chat', 'alerts', 'goal', 'events', 'poll'] as const
export type OverlayKind = (typeof overlayKinds)[number]
