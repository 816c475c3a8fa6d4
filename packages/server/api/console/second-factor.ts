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
  async createAuthenticator({ caller }, deps) {
    return createAuthenticator(caller, deps)
  },

  async confirmAuthenticator({ caller, body: { code } }, deps) {
    return { recoveryCodes: await confirmAuthenticator(caller, code, deps) }
  },

  async removeAuthenticator({ caller: visitor, body, ip }, deps) {
    await removeAuthenticator({ visitor, ...body, ip }, deps)
    return null
  },

  async renewRecoveryCodes({ caller }, deps) {
    return { recoveryCodes: await renewRecoveryCodes(caller, deps) }
  },

  async createPasskeyOptions({ caller }, deps) {
    return { options: await createPasskeyOptions(caller, deps) }
  },

  async addPasskey({ caller, body }, deps) {
    return { passkeyId: await addPasskey(caller, body, deps) }
  },

  async removePasskey({ caller, pathParams: { passkeyId } }, deps) {
    await removePasskey(caller, passkeyId, deps)
    return null
  },

  async createPasskeyCheck({ caller }, deps) {
    return { options: await createPasskeyCheck(caller, deps) }
  },

  async verifyPasskey({ caller: visitor, body: { credential }, ip }, deps) {
    await confirmPasskey({ visitor, credential, ip }, deps)
    return null
  },
}
