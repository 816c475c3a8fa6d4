import { isPrivate, type Audience, type WatchBlock } from '@onair/contract'

/** Who may watch a channel, and what of that concerns one viewer. */
export type WatchFacts = {
  audience: Audience
  adult: boolean
  /** Null if the channel has no password. */
  passwordHash: Buffer | null
  isGuest: boolean
  /** The streamer or a manager of the channel. */
  isOfChannel: boolean
  isFollower: boolean
  isSubscriber: boolean
  isListed: boolean
}

/** The claims of a viewer, where they have been checked. */
export type WatchClaims = {
  /** The viewer has confirmed the age. */
  isAdult: boolean
  provesPassword: boolean
  /** Has a role in running the site, with the second factor that it needs. */
  isOperator: boolean
}

/** `isByRole`: only the role in running the site opens the channel, so that the audit log has an entry. */
export type Access = { block: WatchBlock | null; isByRole: boolean }

/**
 * The one rule by which a viewer may watch a channel or not. A block by age covers the video alone; any other one covers
 * the chat, the title and whether the channel is live too. A role in running the site opens both.
 */
export function decideAccess(facts: WatchFacts, claims: WatchClaims): Access {
  const block = audienceBlockOf(facts, claims)
  if (claims.isOperator) return { block: null, isByRole: block !== null }
  return { block: block ?? (facts.adult && !claims.isAdult ? 'AGE_NOT_CONFIRMED' : null), isByRole: false }
}

/** Whether the block covers everything of the channel, and not the video alone. */
export function coversChannel(block: WatchBlock | null): boolean {
  return block !== null && block !== 'AGE_NOT_CONFIRMED'
}

/** Whether the playback id is given to some viewers only, and in addresses of a limited time. */
export function isLimited({ audience, adult }: Pick<WatchFacts, 'audience' | 'adult'>): boolean {
  return adult || isPrivate(audience)
}

/** A recording or a clip stays under the last private rule of its live. */
export function ruleOfStored(ofLive: Audience, ofChannel: Audience): Audience {
  return isPrivate(ofLive) ? ofLive : ofChannel
}

type StoredRule = Pick<WatchFacts, 'audience' | 'adult' | 'passwordHash'>

/** Whether somebody who may watch by the first rule may not by the second. */
export function isStricter(before: StoredRule, after: StoredRule): boolean {
  if (after.adult && !before.adult) return true
  if (!isPrivate(after.audience)) return false
  if (after.audience !== before.audience) return true
  return after.audience === 'PASSWORD' && !isSameHash(before.passwordHash, after.passwordHash)
}

function isSameHash(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}

function audienceBlockOf(
  { audience, isGuest, isOfChannel, isFollower, isSubscriber, isListed }: WatchFacts,
  { provesPassword }: WatchClaims,
): WatchBlock | null {
  if (!isPrivate(audience) || isOfChannel) return null
  if (audience === 'PASSWORD') return provesPassword ? null : 'WATCH_NEEDS_PASSWORD'
  if (isGuest) return 'WATCH_NEEDS_SIGN_IN'
  if (audience === 'FOLLOWERS') return isFollower ? null : 'WATCH_FOR_FOLLOWERS'
  if (audience === 'SUBSCRIBERS') return isSubscriber ? null : 'WATCH_FOR_SUBSCRIBERS'
  return isListed ? null : 'WATCH_FOR_LISTED'
}
