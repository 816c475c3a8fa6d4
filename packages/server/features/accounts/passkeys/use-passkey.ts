import type { Deps } from '../../../infra/deps.ts'
import { expiryOfChallenge, useChallenge, type ChallengeFor } from '../sign-in/challenge.ts'
import { loadPasskeyOwner, markPasskeyUsed } from './passkey-store.ts'
import { parseAnswer, passkeySiteOf, verifySignature } from './webauthn.ts'

type Owner = NonNullable<Awaited<ReturnType<typeof loadPasskeyOwner>>>
export type PasskeyDeps = Pick<Deps, 'addresses' | 'clock' | 'db' | 'installationKey'>

/** The account whose passkey an answer names, before the answer is verified. Null for an unknown one. */
export async function findPasskeyOwner(credential: string, { db }: Pick<Deps, 'db'>): Promise<Owner | null> {
  const answer = parseAnswer(credential)
  return answer && loadPasskeyOwner(db.read, answer.credentialId)
}

/**
 * Whether the passkey signed a challenge of this purpose and browser, for the first time. Its device has then verified the
 * person: a passkey is two factors, the device, and a PIN or biometrics.
 */
export async function usePasskey(
  passkey: Owner,
  { credential, target }: { credential: string; target: ChallengeFor },
  deps: PasskeyDeps,
): Promise<boolean> {
  const [answer, site] = [parseAnswer(credential), passkeySiteOf(deps.addresses.authUrl)]
  if (answer === null || site === null) return false
  const { challenge } = answer
  const expiresAt = expiryOfChallenge(challenge, target, deps)
  if (expiresAt === null) return false
  const { credential_id: credentialId, public_key: publicKey, sign_count: count } = passkey
  const key = { credentialId, publicKey, signCount: count }
  const verified = verifySignature(answer, key, site)
  if (verified === null) return false
  const use = { signCount: verified.signCount, now: deps.clock.now() }
  return deps.db.transaction(
    async (tx) => (await useChallenge(tx, challenge, expiresAt)) && markPasskeyUsed(tx, passkey.id, use),
  )
}
