import type { ChatBlock } from '@onair/contract'
import { localize, language } from '../../lib/language.ts'

/** Why one may not speak; `left` is how long yet, in words. */
export const chatBlockMessages = localize<Record<ChatBlock['reason'], (left: string) => string>>({
  ko: {
    RESTRICTED: () => '이 채널에서 활동이 제한되었습니다. 채널 주인이 풀어 줄 때까지 채팅할 수 없습니다.',
    TEMPORARILY_RESTRICTED: (left) => `잠시 채팅이 제한되었습니다. ${left} 뒤에 다시 말할 수 있습니다.`,
    REAL_NAME: () => '본인 인증을 한 사람만 채팅할 수 있습니다. 내 계정에서 인증할 수 있습니다.',
    MANAGER: () => '지금은 관리자만 채팅할 수 있습니다.',
    SUBSCRIBER: () => '지금은 구독자만 채팅할 수 있습니다. 구독하면 바로 말할 수 있습니다.',
    FOLLOWER: () => '지금은 팔로워만 채팅할 수 있습니다. 먼저 팔로우하세요.',
    FOLLOWING_PERIOD: (left) => `팔로우한 지 얼마 되지 않았습니다. ${left} 뒤에 말할 수 있습니다.`,
    SLOW_MODE: (left) => `저속 모드입니다. ${left} 뒤에 말할 수 있습니다.`,
  },
  en: {
    RESTRICTED: () =>
      'You are restricted in this channel, and cannot chat until its streamer or a manager releases you.',
    TEMPORARILY_RESTRICTED: (left) => `You are restricted in this chat, and can speak again in ${left}.`,
    REAL_NAME: () => 'Only people who verified their identity may chat here. You can do that in your account.',
    MANAGER: () => 'Only managers may chat now.',
    SUBSCRIBER: () => 'Only subscribers may chat now. Subscribe, and you can speak at once.',
    FOLLOWER: () => 'Only followers may chat now. Follow the channel first.',
    FOLLOWING_PERIOD: (left) => `You have not followed for long enough, and can speak in ${left}.`,
    SLOW_MODE: (left) => `Slow mode: you can speak in ${left}.`,
  },
})

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long something takes yet: in days, hours or minutes, and at the end in seconds. */
export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [unit, size] = units.find(([, length]) => seconds > 2 * length) ?? ['second', 1]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(seconds / size))
}
