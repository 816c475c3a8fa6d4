/**
 * Who may watch a channel. `UNLISTED`: everyone who has the address, but no public list has the live. The streamer and
 * the managers of the channel may always.
 */
export const audiences = ['EVERYBODY', 'UNLISTED', 'PASSWORD', 'FOLLOWERS', 'SUBSCRIBERS', 'LISTED'] as const
export type Audience = (typeof audiences)[number]

/** Whether some people may not watch. */
export function isPrivate(audience: Audience): boolean {
  return audience !== 'EVERYBODY' && audience !== 'UNLISTED'
}

/** Why a viewer may not watch; each is an error code too. */
export const watchBlocks = [
  'WATCH_NEEDS_SIGN_IN',
  'WATCH_NEEDS_PASSWORD',
  'WATCH_FOR_FOLLOWERS',
  'WATCH_FOR_SUBSCRIBERS',
  'WATCH_FOR_LISTED',
  'AGE_NOT_CONFIRMED',
] as const
export type WatchBlock = (typeof watchBlocks)[number]
