import type { openApi } from '@onair/contract'
import { revokeToken } from '../../features/auth/revoke.ts'
import { exchangeToken } from '../../features/auth/token.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const authorization: Handlers<typeof openApi.authorization> = {
  issueToken: async ({ body, authenticateClient }, deps) => exchangeToken(body, await authenticateClient(body), deps),

  async revokeToken({ body, authenticateClient }, deps) {
    const { clientId } = await authenticateClient(body)
    await revokeToken(body.token, clientId, deps)
  },
}
