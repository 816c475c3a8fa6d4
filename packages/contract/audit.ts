/** The actions that the audit log records, in the order of docs/operate/audit-log.md. */
export const auditActions = [
  'account.created',
  'account.signed_in',
  'account.sign_in_failed',
  'account.password_verified',
  'account.password_changed',
  'account.second_factor_changed',
  'account.passkey_changed',
  'account.password_reset_requested',
  'account.email_changed',
  'account.email_verified',
  'account.exported',
  'account.terms_accepted',
  'account.renamed',
  'account.suspended',
  'account.resumed',
  'account.deleted',
  'web_session.ended',
  'identity.verified',
  'identity.unverified',
  'app.registered',
  'app.updated',
  'app.deleted',
  'app.restored',
  'secret.rotated',
  'secret.revoked',
  'stream_key.rotated',
  'stream_key.read',
  'overlay_url.read',
  'grant.created',
  'grant.withdrawn',
  'grant.revoked',
  'grant.reuse_detected',
  'manager.set',
  'manager.removed',
  'restriction.created',
  'restriction.released',
  'message.hidden',
  'donation.hidden',
  'blocked_words.changed',
  'private_channel.rule_changed',
  'private_channel.watched',
  'recording.deleted',
  'clip.deleted',
  'restream.changed',
  'organization.approved',
  'organization.revoked',
  'operator.command_run',
  'account.verified_mark_changed',
  'live.ended_by_moderator',
  'network.blocked',
  'network.unblocked',
  'site_role.link_created',
  'site_role.granted',
  'site_role.revoked',
  'report.assigned',
  'report.decided',
  'site.changed',
  'site.document_published',
  'invitation.created',
  'invitation.deleted',
  'site.read',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The actions that the moderation log of a channel shows. */
export const moderationActions = [
  'restriction.created',
  'restriction.released',
  'message.hidden',
  'donation.hidden',
  'blocked_words.changed',
  'manager.set',
  'manager.removed',
] as const satisfies readonly AuditAction[]
export type ModerationAction = (typeof moderationActions)[number]

/** Entries that point to stolen credentials. They are also logged as warnings. */
export const auditAlarms: readonly AuditAction[] = ['grant.reuse_detected']

/** Who caused an entry. `system` is the program itself, such as a sweep. */
export const auditActorKinds = ['person', 'app', 'operator', 'anonymous', 'system'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]
