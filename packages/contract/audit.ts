import type { AuditAction } from './audit-actions.ts'

/** The measures that the people who run the site take against a live. */
export const siteModerationActions = [
  'live.ended_by_moderator',
  'live.age_limit_changed',
  'live.title_removed',
  'live.picture_removed',
  'live.block_lifted',
] as const satisfies readonly AuditAction[]

/** The actions that the moderation log of a channel shows. */
export const moderationActions = [
  'restriction.created',
  'restriction.released',
  'message.hidden',
  'chat.cleared',
  'donation.hidden',
  'poll.started',
  'poll.ended',
  'poll.deleted',
  'chat_settings.changed',
  'blocked_words.changed',
  'manager.set',
  'manager.removed',
  ...siteModerationActions,
] as const satisfies readonly AuditAction[]
export type ModerationAction = (typeof moderationActions)[number]

/** Entries that point to stolen credentials. They are also logged as warnings. */
export const auditAlarms: readonly AuditAction[] = ['grant.reuse_detected']

/** Who caused an entry. `system` is the program itself, such as a sweep. */
export const auditActorKinds = ['person', 'app', 'operator', 'anonymous', 'system'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]
