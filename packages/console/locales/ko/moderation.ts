import type { moderation as english } from '../en/moderation.ts'

const quoteAll = (words: string[]) => words.map((word) => `‘${word}’`).join(', ')

export const moderation: typeof english = {
  deletedAccount: '삭제된 계정',
  person: (name) => `${name}님`,
  actors: {
    person: (name) => (name === null ? '삭제된 계정이' : `${name}님이`),
    app: (name) => (name === null ? '삭제된 애플리케이션이' : `애플리케이션 ‘${name}’에서`),
    operator: () => '운영자가',
    anonymous: () => '샌드박스에서',
    system: () => '플랫폼이',
  },
  siteStaff: (name) => (name === null ? '사이트 운영진이' : `사이트 운영진 ${name}님이`),
  actorNames: {
    person: (name) => name ?? '삭제된 계정',
    app: (name) => (name === null ? '삭제된 애플리케이션' : `${name}(애플리케이션)`),
    operator: () => '운영자',
    anonymous: () => '샌드박스',
    system: () => '플랫폼',
  },
  timedOut: (actor, target, duration) => `${actor} ${target}을 ${duration} 동안 임시 제한했습니다`,
  timeoutEnded: (actor, target) => `${actor} ${target}의 임시 제한을 해제했습니다`,
  donationHidden: (actor, target) =>
    target === null ? `${actor} 후원을 숨겼습니다` : `${actor} ${target}의 후원을 숨겼습니다`,
  managerSet: (actor, target, role) => `${actor} ${target}에게 ${role} 역할을 부여했습니다`,
  wordsChanged: (actor, { added, removed }) =>
    `${actor} 금칙어를 변경했습니다. ${[
      ...(added.length > 0 ? [`추가: ${quoteAll(added)}`] : []),
      ...(removed.length > 0 ? [`삭제: ${quoteAll(removed)}`] : []),
    ].join(' · ')}`,
  blocked: (sentence, end) => `${sentence}. ${end === null ? '제한이 해제될 때까지' : `${end}까지`} 방송할 수 없습니다`,
  because: (sentence, reason) => `${sentence}. 사유: ${reason}`,
  actions: {
    'live.ended_by_moderator': (actor) => `${actor} 방송을 종료하고 스트림키를 교체했습니다`,
    'live.age_limit_changed': (actor) => `${actor} 방송의 연령 제한을 변경했습니다`,
    'live.title_removed': (actor) => `${actor} 방송 제목을 삭제했습니다`,
    'live.picture_removed': (actor) => `${actor} 방송 이미지를 삭제했습니다`,
    'live.block_lifted': (actor) => `${actor} 방송 제한을 해제했습니다`,
    'restriction.created': (actor, target) => `${actor} ${target}의 활동을 제한했습니다`,
    'restriction.released': (actor, target) => `${actor} ${target}의 활동 제한을 해제했습니다`,
    'message.hidden': (actor, target) => `${actor} ${target}의 메시지를 숨겼습니다`,
    'chat.cleared': (actor) => `${actor} 채팅을 모두 숨겼습니다`,
    'poll.started': (actor) => `${actor} 투표를 시작했습니다`,
    'poll.ended': (actor) => `${actor} 투표를 종료했습니다`,
    'poll.deleted': (actor) => `${actor} 투표를 삭제했습니다`,
    'chat_settings.changed': (actor) => `${actor} 채팅 설정을 변경했습니다`,
    'blocked_words.changed': (actor) => `${actor} 금칙어를 변경했습니다`,
    'manager.removed': (actor, target) => `${actor} ${target}의 관리자 역할을 해제했습니다`,
  },
  managerRoles: {
    STREAMING_CHANNEL_MANAGER: '채널 관리자',
    STREAMING_CHAT_MANAGER: '채팅 관리자',
    STREAMING_SETTLEMENT_MANAGER: '정산 관리자',
  },
}
