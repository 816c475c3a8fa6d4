import { consoleApi } from '@onair/contract'
import { sendOnce } from './api.ts'

type Options = Record<string, unknown>

/** Whether this browser reads and writes passkeys as JSON (WebAuthn Level 3, section 5.1.9). */
export const canUsePasskeys = 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Asks the user to create a passkey, and returns it as text. Throws a DOMException if the user does not. */
export async function createPasskey(options: Options): Promise<string> {
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return textOf(
    await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) }),
  )
}

/** Asks the user for a passkey in place of the password. Throws a DOMException if the user does not use one. */
export async function confirmWithPasskey(): Promise<void> {
  const { options } = await sendOnce(consoleApi.secondFactor.createPasskeyCheck)
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
  const credential = textOf(await navigator.credentials.get({ publicKey }))
  await sendOnce(consoleApi.secondFactor.verifyPasskey, { body: { credential } })
}

function textOf(credential: Credential | null): string {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError')
  return JSON.stringify(credential.toJSON())
}
