import type { Language } from './languages.ts'
import { dropsScope, scopes, type Scope } from './scopes.ts'

type Localized = Record<Language, string>

/** Describes what a scope allows, for the consent page and the console. */
export type ScopeDescription = {
  changes: boolean
  /** The text for the person who allows the scope. */
  text: Localized
  /** The text for the developer who requests the scope from a user. */
  textForDevelopers: Localized
  /** The risk of the scope: in a few words, and as a warning to the person who allows it. */
  risk?: { summary: Localized; warning: Localized }
}

export function describeScope(scope: string): ScopeDescription {
  return descriptionsByScope.get(scope) ?? changes(scope, scope)
}

/** Splits scopes into those that read and those that change something; both keep their order. */
export function splitByAccess<S extends string>(scopes: readonly S[]): { reads: S[]; writes: S[] } {
  return {
    reads: scopes.filter((scope) => !describeScope(scope).changes),
    writes: scopes.filter((scope) => describeScope(scope).changes),
  }
}

const reads = (ko: string, en: string): ScopeDescription => ({ changes: false, ...textsOf(ko, en) })
const changes = (ko: string, en: string): ScopeDescription => ({ changes: true, ...textsOf(ko, en) })

function textsOf(ko: string, en: string): Pick<ScopeDescription, 'text' | 'textForDevelopers'> {
  const textForDevelopers = { ko: ko.replaceAll('회원님', '사용자'), en: en.replaceAll(/\byour\b/g, "the user's") }
  return { text: { ko, en }, textForDevelopers }
}

const descriptions: Record<keyof typeof scopes | 'drops', ScopeDescription> = {
  user: reads('채널 이름과 채널 ID 보기', 'See the name and ID of your channel'),
  channelManagers: reads('채널 관리자와 역할 보기', 'See who manages your channel, with their roles'),
  channelFollowers: reads('채널을 팔로우하는 사람 보기', 'See who follows your channel'),
  channelSubscribers: reads(
    '채널을 구독하는 사람과 구독 기간 보기',
    'See who subscribes to your channel, and for how long',
  ),
  streamKey: {
    ...reads('방송 스트림키 보기', 'Read your stream key'),
    risk: {
      summary: { ko: '키가 유출되면 누구나 방송 가능', en: 'Anyone with the key can broadcast' },
      warning: {
        ko: '스트림키를 아는 사람은 누구나 회원님의 채널로 방송할 수 있습니다. 믿을 수 있는 애플리케이션에만 허용하세요.',
        en: 'Anyone with this key can broadcast on your channel. Allow it only to an application you trust.',
      },
    },
  },
  liveSettingRead: reads('방송 제목, 카테고리, 태그 보기', 'See the title, category and tags of your broadcast'),
  liveSettingWrite: changes('방송 제목, 카테고리, 태그 변경', 'Change the title, category and tags of your broadcast'),
  chatRead: reads('채널의 채팅 메시지 실시간으로 받기', 'Receive the chat messages of your channel as they are sent'),
  chatWrite: changes(
    '회원님의 이름으로 채팅 보내기, 채팅 메시지 숨기기',
    'Send chat messages in your name, and hide chat messages',
  ),
  chatNotice: changes('채팅 공지 등록', 'Pin notices to your chat'),
  chatSettingsRead: reads('채팅 설정 보기', 'See your chat settings'),
  chatSettingsWrite: changes('채팅 설정 변경', 'Change your chat settings'),
  restrictionWrite: changes('시청자 활동 제한 및 해제', 'Restrict viewers, and lift restrictions'),
  restrictionRead: reads('활동이 제한된 시청자 보기', 'See which viewers are restricted'),
  donationRead: reads(
    '후원 실시간으로 받기 (보낸 사람, 금액, 메시지)',
    'Receive donations as they happen, with donor, amount and message',
  ),
  subscriptionRead: reads('새 구독 실시간으로 받기', 'Receive new subscriptions as they happen'),
  drops: changes(
    '드롭스 보상 수령 내역 조회 및 지급 완료 처리',
    'List drops reward claims, and mark them as fulfilled',
  ),
}

const descriptionsByScope: ReadonlyMap<string, ScopeDescription> = new Map([
  ...Object.entries(scopes).map(([key, scope]): [Scope, ScopeDescription] => [
    scope,
    descriptions[key as keyof typeof scopes],
  ]),
  [dropsScope, descriptions.drops],
])
