import type { AuditActorKind, ManagerRole, ModerationAction } from '@onair/contract'

const quoteAll = (words: string[]) => words.map((word) => `“${word}”`).join(', ')

export const moderation = {
  deletedAccount: 'a deleted account',
  person: (name: string) => name,
  /** The subject of a sentence. */
  actors: {
    person: (name: string | null) => name ?? 'A deleted account',
    app: (name: string | null) => (name === null ? 'A deleted application' : `The application “${name}”`),
    operator: () => 'The operator',
    anonymous: () => 'A sandbox command',
    system: () => 'The platform',
  } satisfies Record<AuditActorKind, (name: string | null) => string>,
  siteStaff: (name: string | null) => `${name ?? 'A deleted account'}, who helps to run the site,`,
  timedOut: (actor: string, target: string, duration: string) => `${actor} timed out ${target} for ${duration}`,
  timeoutEnded: (actor: string, target: string) => `${actor} ended the timeout of ${target}`,
  donationHidden: (actor: string, target: string | null) =>
    target === null ? `${actor} hid a donation` : `${actor} hid a donation of ${target}`,
  /** Alone. */
  actorNames: {
    person: (name: string | null) => name ?? 'Deleted account',
    app: (name: string | null) => (name === null ? 'Deleted application' : `${name} (application)`),
    operator: () => 'Operator',
    anonymous: () => 'Sandbox command',
    system: () => 'Platform',
  } satisfies Record<AuditActorKind, (name: string | null) => string>,
  managerSet: (actor: string, target: string, role: string) => `${actor} made ${target} a ${role.toLowerCase()}`,
  wordsChanged: (actor: string, { added, removed }: { added: string[]; removed: string[] }) =>
    `${actor} changed the blocked words: ${[
      ...(added.length > 0 ? [`added ${quoteAll(added)}`] : []),
      ...(removed.length > 0 ? [`removed ${quoteAll(removed)}`] : []),
    ].join('; ')}`,
  blocked: (sentence: string, end: string | null) =>
    `${sentence}; no new broadcast until ${end ?? 'the operator allows it'}`,
  because: (sentence: string, reason: string) => `${sentence}: ${reason}`,
  actions: {
    'live.ended_by_moderator': (actor: string) => `${actor} ended the broadcast and replaced the stream key`,
    'live.age_limit_changed': (actor: string) => `${actor} changed the age restriction of the broadcast`,
    'live.title_removed': (actor: string) => `${actor} removed the title of the broadcast`,
    'live.picture_removed': (actor: string) => `${actor} removed the picture of the broadcast`,
    'live.block_lifted': (actor: string) => `${actor} let the streamer go live again`,
    'restriction.created': (actor: string, target: string) => `${actor} restricted ${target}`,
    'restriction.released': (actor: string, target: string) => `${actor} lifted the restriction of ${target}`,
    'message.hidden': (actor: string, target: string) => `${actor} hid a message of ${target}`,
    'chat.cleared': (actor: string) => `${actor} cleared the chat`,
    'poll.started': (actor: string) => `${actor} started a poll`,
    'poll.ended': (actor: string) => `${actor} ended a poll`,
    'poll.deleted': (actor: string) => `${actor} deleted a poll`,
    'chat_settings.changed': (actor: string) => `${actor} changed the chat settings`,
    'blocked_words.changed': (actor: string) => `${actor} changed the blocked words`,
    'manager.removed': (actor: string, target: string) => `${actor} removed the manager role of ${target}`,
  } satisfies Record<
    Exclude<ModerationAction, 'manager.set' | 'donation.hidden'>,
    (actor: string, target: string) => string
  >,
  managerRoles: {
    STREAMING_CHANNEL_MANAGER: 'Channel manager',
    STREAMING_CHAT_MANAGER: 'Chat manager',
    STREAMING_SETTLEMENT_MANAGER: 'Settlement manager',
  } satisfies Record<ManagerRole, string>,
}
