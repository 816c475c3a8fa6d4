import { randomBytes } from 'node:crypto'
import { userScopes } from '@onair/contract'
import type { Express, Request } from 'express'
import type { Pool } from 'pg'
import { hash, newSecret } from './callers.ts'

/** The few calls of Onair's sandbox that tests and benchmarks need to prepare people, applications and tokens. */
export function addSeeds(app: Express, pool: Pool): void {
  const add = (method: 'post' | 'delete', path: string, run: (body: Record<string, any>) => Promise<unknown>) =>
    app[method](`/sandbox/v1${path}`, async (request: Request, response) => {
      response.json({ code: 200, message: null, content: (await run(request.body as Record<string, any>)) ?? null })
    })

  add('post', '/people', async ({ channelName }) => {
    const [channelId, chatChannelId] = [randomBytes(16).toString('hex'), randomBytes(3).toString('hex')]
    await pool.query('insert into channel values ($1, $2, $3)', [channelId, channelName, chatChannelId])
    for (const table of ['live_setting', 'chat_setting'])
      await pool.query(`insert into ${table} (channel_id) values ($1)`, [channelId])
    return { channelId, channelName }
  })
  add('post', '/apps', async ({ scopes = userScopes }) => {
    const [clientId, clientSecret] = [randomBytes(16).toString('hex'), newSecret()]
    await pool.query('insert into app values ($1, $2, $3)', [clientId, hash(clientSecret), scopes])
    return { clientId, clientSecret }
  })
  add('post', '/grants', async ({ clientId, channelId, scopes = userScopes }) => {
    const [accessToken, refreshToken] = [newSecret(), newSecret()]
    const expiresAt = new Date(Date.now() + 86_400_000)
    const values = [hash(accessToken), hash(refreshToken), clientId, channelId, scopes, expiresAt]
    await pool.query('insert into token values ($1, $2, $3, $4, $5, $6)', values)
    return { accessToken, refreshToken }
  })
  add('delete', '/grants', async ({ clientId, channelId }) => {
    await pool.query('delete from token where client_id = $1 and channel_id = $2', [clientId, channelId])
  })
  add('post', '/acts/go-live', async ({ channelId, viewers = 0 }) => {
    await pool.query('insert into live (channel_id, viewers) values ($1, $2)', [channelId, viewers])
  })
}
