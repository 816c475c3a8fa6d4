import type { openApi } from '@onair/contract'
import { authenticateClient } from '../../features/apps/authenticate-client.ts'
import { revokeToken } from '../../features/auth/revoke.ts'
import { exchangeToken } from '../../features/auth/token.ts'
import type { Handlers } from '../handler.ts'

export const authorization: Handlers<typeof openApi.authorization> = {
  async issueToken({ body, ip, identifyCaller }, deps) {
    const { caller: client } = await authenticateClient({ ...body, ip }, deps)
    await identifyCaller(client)
    return exchangeToken(body, client, deps)
  },

  async revokeToken({ body, ip, identifyCaller }, deps) {
    const { caller: client } = await authenticateClient({ ...body, ip }, deps)
    await identifyCaller(client)
    await revokeToken(body.token, client.clientId, deps)
    return null
  },
}
