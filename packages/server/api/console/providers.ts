import type { consoleApi } from '@onair/contract'
import { startConfirmation, startLink, unlinkProvider } from '../../features/accounts/providers/own-providers.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const providers: Handlers<typeof consoleApi.providers> = {
  startLink: async ({ caller: visitor, pathParams: { providerId }, ip }, deps) => ({
    url: await startLink({ visitor, providerId, ip }, deps),
  }),
  unlinkProvider: ({ caller, pathParams: { providerId } }, deps) => unlinkProvider(caller, providerId, deps),
  startConfirmation: async ({ caller: visitor, pathParams: { providerId }, body: { code }, ip }, deps) => ({
    url: await startConfirmation({ visitor, providerId, code, ip }, deps),
  }),
}
