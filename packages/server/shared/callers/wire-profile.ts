import type { ErrorKind, WireProfile } from '@onair/contract'
import type { TokenCaller } from './caller.ts'
import { reasonForField, Refusal, type CodeOrReason } from '../refusal.ts'

// Every difference between the wire profiles is in this file. The hub only caches one frame per profile. Gap 1.

/** The profile of an application: its own, or the default. */
export function resolveWireProfile(
  own: WireProfile | null,
  { wireProfile }: { wireProfile: WireProfile },
): WireProfile {
  return own ?? wireProfile
}

/** Whether an application may use an access token where the specification requires its client id and secret. */
export function acceptsTokenForClient(profile: WireProfile): boolean {
  return profile === 'observed'
}

/** The payload of a socket event: an object, or the object as a JSON string. */
export function socketPayload(profile: WireProfile, json: string): string {
  return profile === 'observed' ? JSON.stringify(json) : json
}

export function expiresIn(profile: WireProfile, seconds: number): string | number {
  return profile === 'observed' ? seconds : String(seconds)
}

/** The error of a call that lacks a scope. */
export function missingScopeError(profile: WireProfile, path: string): { kind: ErrorKind; message?: string } {
  if (profile === 'observed' && path.startsWith('/open/v1/sessions')) return { kind: 'invalidToken' }
  if (profile === 'observed' && path.startsWith('/open/v1/drops'))
    return { kind: 'forbidden', message: '드롭스 스코프가 필요합니다.' }
  return { kind: 'forbidden' }
}

/** The message of a 400 about one field; undefined for the standard message. */
export function invalidFieldMessage(profile: WireProfile, field: string): string | undefined {
  return profile === 'observed' ? `${field} 값이 올바르지 않습니다.` : undefined
}

export function ownerRole(profile: WireProfile): 'STREAMING_CHANNEL_OWNER' | 'STREAMER' {
  return profile === 'observed' ? 'STREAMER' : 'STREAMING_CHANNEL_OWNER'
}

/** The prefix of a notification's header names. */
export function webhookHeaderPrefix(profile: WireProfile, appPrefix: string | null, defaultPrefix: string): string {
  return profile === 'observed' && appPrefix !== null ? appPrefix : defaultPrefix
}

/** A 400 about one field of an open endpoint, with the message of the caller's wire profile. */
export function invalidFieldForCaller(
  { wireProfile }: Pick<TokenCaller, 'wireProfile'>,
  field: string,
  reason: CodeOrReason,
): Refusal {
  const message = invalidFieldMessage(wireProfile, field)
  return new Refusal('badInput', reasonForField(field, reason), message === undefined ? {} : { message })
}
