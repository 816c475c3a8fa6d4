import { createHmac } from 'node:crypto'
import type { Deps } from '../../../infra/deps.ts'
import type { Identity } from '../../../infra/oidc.ts'
import { deriveKey } from '../../../shared/secrets.ts'

/**
 * Identifies a person at a provider, for a purpose. Subjects are often short numbers; the key keeps them from being guessed.
 * It is the data key, so that people stay recognized when ONAIR_SECRET_KEY is rotated.
 */
export function hashIdentity(
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  purpose: 'verified identity' | 'provider link',
  { dataKey }: Pick<Deps, 'dataKey'>,
): Buffer {
  return createHmac('sha256', deriveKey(purpose, dataKey))
    .update(JSON.stringify([issuer, subject]))
    .digest()
}
