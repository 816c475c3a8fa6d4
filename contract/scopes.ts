import type { EventType } from './events.ts'

declare const scope: unique symbol
/** A scope's name as it is written on the wire. Specification, "Calling the API". */
export type Scope = string & { readonly [scope]: true }

const named = (name: string) => name as Scope

/** Every scope of the interface, in the specification's order. */
export const scopes = {
  user: named('유저 정보 조회'),
  channelManagers: named('채널 관리자 조회'),
  channelFollowers: named('채널 팔로워 조회'),
  channelSubscribers: named('채널 구독자 조회'),
  streamKey: named('방송 스트림키 조회'),
  liveSettingRead: named('방송 설정 조회'),
  liveSettingWrite: named('방송 설정 변경'),
  chatRead: named('채팅 메시지 조회'),
  chatWrite: named('채팅 메시지 쓰기'),
  chatNotice: named('채팅 공지 쓰기'),
  chatSettingsRead: named('채팅 설정 조회'),
  chatSettingsWrite: named('채팅 설정 변경'),
  restrictionWrite: named('활동제한 쓰기'),
  restrictionRead: named('활동제한 조회'),
  donationRead: named('후원 조회'),
  subscriptionRead: named('구독 조회'),
} as const

/** What a person grants to whoever may hear these events of their channel. */
export const eventScopes: Readonly<Record<EventType, Scope>> = {
  CHAT: scopes.chatRead,
  DONATION: scopes.donationRead,
  SUBSCRIPTION: scopes.subscriptionRead,
}

/** The drops scope belongs to the application alone; no user grants it. The specification gives it no name of its own. Gap 5. */
export const dropsScope = named('DROPS')

/** The scopes that a user is asked for, in the specification's order. */
export const userScopes: readonly Scope[] = Object.values(scopes)

const known = new Map<string, Scope>([...userScopes, dropsScope].map((name) => [name, name]))

/** The scope of that name, or null when there is none. */
export function scopeNamed(name: string): Scope | null {
  return known.get(name.normalize('NFC')) ?? null
}
