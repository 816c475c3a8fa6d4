import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import type { FaultRule } from '@onair/contract'
import { eventually } from '../../../tests/support/eventually.ts'
import { openSandboxApp, type SandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

type Interceptor = (config: { url: string }) => { url: string; adapter?: () => Promise<object> }
type Axios = { interceptors: { request: { use(run: Interceptor): number; eject(id: number): void } } }
type Buzzk = {
  auth(clientId: string, clientSecret: string): void
  oauth: {
    resolve(accessToken: string): Promise<{ channelID: string } | null>
    refresh(refreshToken: string): Promise<{ access: string; refresh: string } | null>
  }
}

const platform = 'https://openapi.chzzk.naver.com'
const resolvedMe: Pick<FaultRule, 'operation' | 'nth'> = { operation: 'user.getMe', nth: 1 }
const require = createRequire(import.meta.url)

/** The published client, whose requests to the platform arrive at the app. It sends no others. */
async function openBuzzk() {
  const app = await openSandboxApp()
  const axios = createRequire(require.resolve('buzzk'))('axios') as Axios
  const { request } = axios.interceptors
  const interceptor = request.use((config) => {
    if (config.url.startsWith(platform)) return { ...config, url: app.url + config.url.slice(platform.length) }
    // It asks for its newest version when it is loaded.
    return { ...config, adapter: async () => ({ status: 200, data: { version: '2.3.2' }, headers: {}, config }) }
  })
  const buzzk = require('buzzk') as Buzzk
  const fixture = await app.createFixture()
  buzzk.auth(fixture.client.clientId, fixture.client.clientSecret)
  return {
    ...app,
    ...fixture,
    oauth: buzzk.oauth,
    setRules: (...rules: FaultRule[]) => app.sandbox('PUT', '/faults', { seed: 1, rules }),
    injected: async () => (await app.sandbox('GET', '/faults')).rules[0].injected as number,
    async [Symbol.asyncDispose]() {
      request.eject(interceptor)
      await app[Symbol.asyncDispose]()
    },
  }
}

/** Advances the clock of the app until the call ends. */
async function awaitAdvancing<T>(app: SandboxApp, call: Promise<T>, stepMs: number): Promise<T> {
  let isDone = false
  const ended = call.finally(() => (isDone = true))
  await eventually(() => {
    if (!isDone) app.clock.advance(stepMs)
    return isDone
  })
  return ended
}

describe('buzzk 2.3.2 with a fault plan', () => {
  test('gets null for a replaced, cut or reset response, and its channel from the next call', async () => {
    await using app = await openBuzzk()
    const faults = [
      ...([400, 401, 403, 429, 500, 503] as const).map((status) => ({ kind: 'status', status }) as const),
      { kind: 'truncated-body' },
      { kind: 'connection-reset' },
    ] as const
    for (const fault of faults) {
      await app.setRules({ ...fault, ...resolvedMe })
      const seen = [await app.oauth.resolve(app.token), await app.oauth.resolve(app.token)]
      const expected = [undefined, app.channelId]
      assert.deepEqual([await app.injected(), ...seen.map((me) => me?.channelID)], [1, ...expected], fault.kind)
    }
  })

  test('gets its channel late after a delay and from a slow body', async () => {
    await using app = await openBuzzk()
    for (const kind of ['delay', 'slow-body'] as const) {
      await app.setRules({ kind, delayMs: 100, ...resolvedMe })
      let isDone = false
      const call = app.oauth.resolve(app.token).finally(() => (isDone = true))
      await eventually(async () => (await app.injected()) === 1)
      assert.equal(isDone, false)
      assert.equal((await awaitAdvancing(app, call, 100))?.channelID, app.channelId)
    }
  })

  test('gets null with a token that expired early, and its channel with a refreshed one', async () => {
    await using app = await openBuzzk()
    await app.setRules({ kind: 'token-expired', ...resolvedMe })
    assert.deepEqual([await app.oauth.resolve(app.token), await app.oauth.resolve(app.token)], [null, null])
    const tokens = await app.oauth.refresh(app.refreshToken)
    assert.equal((await app.oauth.resolve(tokens?.access ?? ''))?.channelID, app.channelId)
  })

  test('gets null with the token of a revoked grant, and no new one', async () => {
    await using app = await openBuzzk()
    await app.setRules({ kind: 'grant-revoked', ...resolvedMe })
    const seen = [await app.oauth.resolve(app.token), await app.oauth.resolve(app.token)]
    assert.deepEqual([...seen, await app.oauth.refresh(app.refreshToken)], [null, null, null])
  })
})
