import type { EventType } from './events.ts'

declare const scope: unique symbol
/** The name of a scope on the wire. Specification, "Calling the API". */
export type Scope = string & { readonly [scope]: true }

const toScope = (name: string) => name as Scope

/** Every scope of the open API, in the specification's order. */
export const scopes = {
  user: toScope('유저 정보 조회'),
  channelManagers: toScope('채널 관리자 조회'),
  channelFollowers: toScope('채널 팔로워 조회'),
  channelSubscribers: toScope('채널 구독자 조회'),
  streamKey: toScope('방송 스트림키 조회'),
  liveSettingRead: toScope('방송 설정 조회'),
  liveSettingWrite: toScope('방송 설정 변경'),
  chatRead: toScope('채팅 메시지 조회'),
  chatWrite: toScope('채팅 메시지 쓰기'),
  chatNotice: toScope('채팅 공지 쓰기'),
  chatSettingsRead: toScope('채팅 설정 조회'),
  chatSettingsWrite: toScope('채팅 설정 변경'),
  restrictionWrite: toScope('활동제한 쓰기'),
  restrictionRead: toScope('활동제한 조회'),
  donationRead: toScope('후원 조회'),
  subscriptionRead: toScope('구독 조회'),
} as const

/** The scope that a user grants for receiving these events of their channel. */
export const eventScopes: Readonly<Record<EventType, Scope>> = {
  CHAT: scopes.chatRead,
  DONATION: scopes.donationRead,
  SUBSCRIPTION: scopes.subscriptionRead,
}

/** The drops scope belongs to the application and is never granted by a user. The specification does not name it. Gap 5. */
export const dropsScope = toScope('DROPS')

/** The scopes that a user can grant, in the order of the specification. */
export const userScopes: readonly Scope[] = Object.values(scopes)

const scopesByName = new Map<string, Scope>([...userScopes, dropsScope].map((name) => [name, name]))

/** The scope of that name, or null. */
export function findScope(name: string): Scope | null {
  return scopesByName.get(name.normalize('NFC')) ?? null
}
