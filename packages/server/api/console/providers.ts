import type { consoleApi } from '@onair/contract'
import { startConfirmation, startLink, unlinkProvider } from '../../features/accounts/providers/own-providers.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const providers: Handlers<typeof consoleApi.providers> = {
  async startLink({ caller: visitor, pathParams: { providerId }, ip }, deps) {
    return { url: await startLink({ visitor, providerId, ip }, deps) }
  },

  async unlinkProvider({ caller, pathParams: { providerId } }, deps) {
    await unlinkProvider(caller, providerId, deps)
    return null
  },

  async startConfirmation({ caller: visitor, pathParams: { providerId }, body: { code }, ip }, deps) {
    return { url: await startConfirmation({ visitor, providerId, code, ip }, deps) }
  },
}
