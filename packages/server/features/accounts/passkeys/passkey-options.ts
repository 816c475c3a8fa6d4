import type { Deps } from '../../../infra/deps.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { Refusal } from '../../../shared/refusal.ts'
import { requireSecondFactor } from '../second-factor/require-second-factor.ts'
import { newChallenge } from '../sign-in/challenge.ts'
import { listPasskeys } from './passkey-store.ts'
import { keyAlgorithms, passkeySiteOf, type PasskeySite } from './webauthn.ts'

type OptionDeps = Pick<Deps, 'addresses' | 'clock' | 'installationKey' | 'random'>
type Options = Record<string, unknown>

/** Throws where browsers keep no passkeys. */
export function requirePasskeySite({ addresses }: Pick<Deps, 'addresses'>): PasskeySite {
  const site = passkeySiteOf(addresses.authUrl)
  if (site === null) throw new Refusal('badInput', 'NO_PASSKEYS_HERE')
  return site
}

/** The session of a visitor, to which a challenge is bound. */
export function browserOf({ sessionHash }: Pick<Visitor, 'sessionHash'>): string {
  return sessionHash.toString('base64url')
}

/** The options of a new passkey, which the device keeps and protects by a PIN or biometrics (WebAuthn, section 5.4). */
export async function createPasskeyOptions(visitor: Visitor, deps: OptionDeps & Pick<Deps, 'db'>): Promise<Options> {
  const { rpId } = requirePasskeySite(deps)
  await requireSecondFactor(deps.db.read, visitor)
  const passkeys = await listPasskeys(deps.db.read, visitor.channelId)
  return {
    challenge: newChallenge({ purpose: 'ADD', browser: browserOf(visitor) }, deps),
    rp: { id: rpId, name: rpId },
    user: {
      id: Buffer.from(visitor.channelId).toString('base64url'),
      name: visitor.email,
      displayName: visitor.channelName,
    },
    pubKeyCredParams: keyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: passkeys.map(({ credential_id: id }) => describe(id)),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: timeoutMs,
  }
}

/** The options with which one of the passkeys of a person confirms that it is them. */
export async function createPasskeyCheck(visitor: Visitor, deps: OptionDeps & Pick<Deps, 'db'>): Promise<Options> {
  const passkeys = await listPasskeys(deps.db.read, visitor.channelId)
  const challenge = newChallenge({ purpose: 'CONFIRM', browser: browserOf(visitor) }, deps)
  const allowCredentials = passkeys.map(({ credential_id: id }) => describe(id))
  return { ...answerOptions(challenge, requirePasskeySite(deps)), allowCredentials }
}

/** The options with which any passkey of the site signs in. Null where browsers keep none. */
export function createSignInOptions(browser: string, deps: OptionDeps): Options | null {
  const site = passkeySiteOf(deps.addresses.authUrl)
  return site && answerOptions(newChallenge({ purpose: 'SIGN_IN', browser }, deps), site)
}

const timeoutMs = 300_000

function answerOptions(challenge: string, { rpId }: PasskeySite): Options {
  return { challenge, rpId, userVerification: 'required', timeout: timeoutMs }
}

const describe = (id: Buffer) => ({ type: 'public-key', id: id.toString('base64url') })
