import { dropsScope, scopes, type Scope } from '@onair/contract'
import { inLanguage } from './language.ts'

type Words = Record<keyof typeof scopes | 'drops', string>

/** What each scope lets an application do, in plain words. */
const words = inLanguage<Words>({
  ko: {
    user: '채널 이름과 ID 보기',
    channelManagers: '채널 관리자 목록 보기',
    channelFollowers: '팔로워 목록 보기',
    channelSubscribers: '구독자 목록 보기',
    streamKey: '스트림키 보기',
    liveSettingRead: '방송 제목·카테고리·태그 보기',
    liveSettingWrite: '방송 제목·카테고리·태그 바꾸기',
    chatRead: '채팅 메시지 받기',
    chatWrite: '채팅 쓰기와 메시지 가리기',
    chatNotice: '채팅 공지 올리기',
    chatSettingsRead: '채팅 설정 보기',
    chatSettingsWrite: '채팅 설정 바꾸기',
    restrictionWrite: '활동 제한하고 풀기',
    restrictionRead: '활동 제한 목록 보기',
    donationRead: '후원 이벤트 받기',
    subscriptionRead: '구독 이벤트 받기',
    drops: '드롭스 보상 조회와 지급',
  },
  en: {
    user: 'See the channel’s name and id',
    channelManagers: 'See who manages the channel',
    channelFollowers: 'See the followers',
    channelSubscribers: 'See the subscribers',
    streamKey: 'See the stream key',
    liveSettingRead: 'See title, category and tags',
    liveSettingWrite: 'Change title, category and tags',
    chatRead: 'Receive chat messages',
    chatWrite: 'Write to the chat, hide messages',
    chatNotice: 'Put up chat notices',
    chatSettingsRead: 'See the chat settings',
    chatSettingsWrite: 'Change the chat settings',
    restrictionWrite: 'Restrict people and release them',
    restrictionRead: 'See who is restricted',
    donationRead: 'Receive donation events',
    subscriptionRead: 'Receive subscription events',
    drops: 'Look up and grant drops rewards',
  },
})

const byName = new Map<string, string>([
  ...Object.entries(scopes).map(([key, name]): [Scope, string] => [name, words[key as keyof Words]]),
  [dropsScope, words.drops],
])

export function wordsOfScope(scope: string): string {
  return byName.get(scope) ?? scope
}
