import type { consoleApi } from '@onair/contract'
import { addPasskey, confirmPasskey, removePasskey } from '../../features/accounts/passkeys/own-passkeys.ts'
import { createPasskeyCheck, createPasskeyOptions } from '../../features/accounts/passkeys/passkey-options.ts'
import {
  confirmAuthenticator,
  createAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '../../features/accounts/second-factor/authenticator.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const secondFactor: Handlers<typeof consoleApi.secondFactor> = {
  createAuthenticator: ({ caller }, deps) => createAuthenticator(caller, deps),
  confirmAuthenticator: async ({ caller, body: { code } }, deps) => ({
    recoveryCodes: await confirmAuthenticator(caller, code, deps),
  }),
  removeAuthenticator: ({ caller: visitor, body, ip }, deps) => removeAuthenticator({ visitor, ...body, ip }, deps),
  renewRecoveryCodes: async ({ caller }, deps) => ({ recoveryCodes: await renewRecoveryCodes(caller, deps) }),
  createPasskeyOptions: async ({ caller }, deps) => ({ options: await createPasskeyOptions(caller, deps) }),
  addPasskey: async ({ caller, body }, deps) => ({ passkeyId: await addPasskey(caller, body, deps) }),
  removePasskey: ({ caller, pathParams: { passkeyId } }, deps) => removePasskey(caller, passkeyId, deps),
  createPasskeyCheck: async ({ caller }, deps) => ({ options: await createPasskeyCheck(caller, deps) }),
  verifyPasskey: ({ caller: visitor, body: { credential }, ip }, deps) =>
    confirmPasskey({ visitor, credential, ip }, deps),
}
