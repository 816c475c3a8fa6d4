import { createHmac } from 'node:crypto'
import type { Deps } from '../../../infra/deps.ts'
import { constantTimeEqual, deriveKey } from '../../../shared/secrets.ts'

/** Accounts that one browser remembers. */
const maxAccounts = 5

/** The id of a browser whose device cookie proves that it signed in to this account before; else null. */
export function knownDeviceId(
  cookie: string | null,
  email: string,
  { installationKey }: Pick<Deps, 'installationKey'>,
): string | null {
  if (cookie === null) return null
  const [deviceId = '', ...proofs] = cookie.split('.')
  const expected = proofOf(deviceId, email, installationKey)
  return proofs.some((proof) => constantTimeEqual(proof, expected)) ? deviceId : null
}

/** The device cookie of a browser that has signed in: a random id, and a proof for each account, the latest first. */
export function rememberDevice(
  cookie: string | null,
  email: string,
  { installationKey, random }: Pick<Deps, 'installationKey' | 'random'>,
): string {
  const [deviceId = '', ...proofs] = cookie === null ? [random.bytes(16).toString('base64url')] : cookie.split('.')
  const proof = proofOf(deviceId, email, installationKey)
  return [deviceId, proof, ...proofs.filter((other) => other !== proof).slice(0, maxAccounts - 1)].join('.')
}

/** 128 bits, which only this platform can compute. */
function proofOf(deviceId: string, email: string, installationKey: Deps['installationKey']): string {
  const mac = createHmac('sha256', deriveKey('known devices', installationKey)).update(
    JSON.stringify([deviceId, email]),
  )
  return mac.digest().toString('base64url', 0, 16)
}
