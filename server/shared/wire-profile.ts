import type { ErrorStatus, WireProfile } from '@onair/contract'

// Every difference between the wire profiles is on this page; nothing else asks for the profile. Gap 1.

/** The value under an event name on the socket: an object, or the same as a JSON string. */
export function socketPayload(profile: WireProfile, json: string): string {
  return profile === 'observed' ? JSON.stringify(json) : json
}

export function expiresIn(profile: WireProfile, seconds: number): string | number {
  return profile === 'observed' ? seconds : String(seconds)
}

/** How a missing scope is refused at a path. */
export function missingScopeFailure(profile: WireProfile, path: string): { failure: ErrorStatus; message?: string } {
  if (profile === 'observed' && path.startsWith('/open/v1/sessions')) return { failure: 'invalidToken' }
  if (profile === 'observed' && path.startsWith('/open/v1/drops'))
    return { failure: 'forbidden', message: '드롭스 스코프가 필요합니다.' }
  return { failure: 'forbidden' }
}

/** The message of a 400 about one field: the standard one, or one that names the field. */
export function invalidFieldMessage(profile: WireProfile, field: string): string | undefined {
  return profile === 'observed' ? `${field} 값이 올바르지 않습니다.` : undefined
}

/** How the owner of a channel is named among its roles. */
export function ownerRole(profile: WireProfile): 'STREAMING_CHANNEL_OWNER' | 'STREAMER' {
  return profile === 'observed' ? 'STREAMER' : 'STREAMING_CHANNEL_OWNER'
}

/** What the header names of a notification begin with: the configured prefix, or the application's own. */
export function webhookHeaderPrefix(profile: WireProfile, appPrefix: string | null, defaultPrefix: string): string {
  return profile === 'observed' && appPrefix !== null ? appPrefix : defaultPrefix
}
