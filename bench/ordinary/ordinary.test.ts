import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropsScope, userScopes } from '@onair/contract'
import {
  checkChatDelivery,
  checkContents,
  checkCredentials,
  checkInvalidInputs,
  checkScopes,
  type ContractTarget,
} from '../../tests/support/contract-checks.ts'
import { openTestDatabase } from '../../tests/support/databases.ts'
import { openOperations, type OperationInput } from '../../tests/support/operations.ts'
import { connect } from '../../tests/support/session-client.ts'
import { apiClient } from '../../tests/support/test-app.ts'
import { clientConfig } from '@onair/server/infra/db/pool.ts'
import { hash, newSecret } from './callers.ts'
import { openOrdinary } from './program.ts'

/** The operations that the ordinary program has. */
const names = new Set([
  'Authorization.issueToken',
  'User.getMe',
  'Channel.listChannels',
  'Live.listLives',
  'Live.getLiveSetting',
  'Live.updateLiveSetting',
  'Chat.sendMessage',
  'Chat.getSettings',
  'Session.openClientSession',
  'Session.subscribeChat',
])

/** The program with a streamer, an application, two broadcasts and a connected session. */
async function openTarget(): Promise<{ target: ContractTarget } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openTestDatabase({ schema: false }))
  const quotas = { perApp: 1_000_000, perToken: 1_000_000 }
  const { baseUrl, pool } = opening.use(await openOrdinary({ database: clientConfig(connection), quotas }))
  const call = apiClient(baseUrl)
  const seed = async (method: string, path: string, json: object) =>
    (await call(method, `/sandbox/v1${path}`, { json })).body.content
  const [{ channelId }, viewer] = [
    await seed('POST', '/people', { channelName: '방송인' }),
    await seed('POST', '/people', { channelName: 'viewer' }),
  ]
  for (const [viewers, id] of [channelId, viewer.channelId].entries())
    await seed('POST', '/acts/go-live', { channelId: id, viewers })
  const client = await seed('POST', '/apps', {})
  const { clientId } = client
  const grant = async (json: object): Promise<string> =>
    (await seed('POST', '/grants', { clientId, ...json })).accessToken
  const [revoked, expired] = [await grant({ channelId: viewer.channelId }), await grant({ channelId })]
  await seed('DELETE', '/grants', { clientId, channelId: viewer.channelId })
  await pool.query('update token set expires_at = now() where access_hash = $1', [hash(expired)])
  const token = await grant({ channelId })
  const session = opening.use(
    await connect((await call('GET', '/open/v1/sessions/auth/client', { client })).body.content.url),
  )

  const inputs: Record<string, () => Promise<OperationInput>> = {
    'Authorization.issueToken': async () => {
      const code = newSecret()
      const values = [hash(code), clientId, channelId, userScopes]
      await pool.query("insert into authorization_code values ($1, $2, $3, $4, now() + interval '1 minute')", values)
      return { body: { grantType: 'authorization_code', ...client, code, state: 'a state' } }
    },
    'Channel.listChannels': async () => ({ query: { channelIds: [channelId, viewer.channelId] } }),
    'Live.listLives': async () => {
      const { body } = await call('GET', '/open/v1/lives?size=1', { client })
      return { query: { size: 1, next: body.content.page.next } }
    },
    'Live.updateLiveSetting': async () => ({
      body: {
        defaultLiveTitle: '새 제목',
        categoryType: 'GAME',
        categoryId: 'League_of_Legends',
        tags: ['태그', 'tag'],
      },
    }),
    'Chat.sendMessage': async () => ({ body: { message: '안녕하세요' } }),
    'Session.subscribeChat': async () => ({ parameters: { sessionKey: session.sessionKey } }),
  }
  const opened = opening.move()
  return {
    target: {
      profile: 'documented',
      operations: openOperations.filter(({ name }) => names.has(name)),
      call,
      client,
      token,
      badTokens: { 'an expired token': expired, 'a revoked token': revoked },
      inputFor: async (name) => inputs[name]?.() ?? {},
      async credentialsWithoutScope({ auth }) {
        const scopes = [...userScopes, dropsScope].filter((scope) => !('scope' in auth) || scope !== auth.scope)
        return { token: await grant({ channelId, scopes }) }
      },
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

describe('the ordinary program', () => {
  test('passes the checks of the contract for its ten operations', async () => {
    await using opened = await openTarget()
    const { target } = opened
    assert.equal(target.operations.length, 10)
    await checkCredentials(target)
    await checkScopes(target)
    assert.ok((await checkInvalidInputs(target)) > 50)
    assert.deepEqual(await checkContents(target), ['Authorization.issueToken', 'Session.openClientSession'])
    await checkChatDelivery(target)
  })
})
