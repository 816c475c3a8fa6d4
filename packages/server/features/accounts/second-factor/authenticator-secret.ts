import type { Deps } from '../../../infra/deps.ts'
import { seal, unseal, type SealFor } from '../../../shared/secrets.ts'

export const authenticatorSeal = (channelId: string): SealFor => ({ purpose: 'authenticator', context: channelId })

export function sealSecret(
  channelId: string,
  secret: Buffer,
  { programKey, random }: Pick<Deps, 'programKey' | 'random'>,
): Buffer {
  return seal(secret.toString('base64url'), authenticatorSeal(channelId), programKey, random)
}

export function unsealSecret(channelId: string, sealed: Buffer, { programKey }: Pick<Deps, 'programKey'>): Buffer {
  return Buffer.from(unseal(sealed, authenticatorSeal(channelId), programKey), 'base64url')
}
