import { createHash, randomBytes } from 'node:crypto'
import type { Endpoint } from '@onair/contract'
import type { Request, Response } from 'express'
import type { Pool } from 'pg'
import { ApiError } from './api-error.ts'

export type Caller = { clientId: string; channelId: string; channelName: string; scopes: string[] }
export type Callers = ReturnType<typeof openCallers>

const windowMs = 60_000
const noCaller: Caller = { clientId: '', channelId: '', channelName: '', scopes: [] }

export function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Finds the callers of requests, and counts their calls in the memory of this process. */
export function openCallers(pool: Pool, quotas: { perApp: number; perToken: number }) {
  let windows = new Map<string, { count: number; endsAt: number }>()
  // Forgets the windows that have ended.
  const timer = setInterval(() => {
    windows = new Map([...windows].filter(([, { endsAt }]) => endsAt > Date.now()))
  }, windowMs).unref()

  return {
    close: () => clearInterval(timer),

    async authenticate({ auth }: Endpoint, { headers }: Request): Promise<Caller> {
      if (auth.kind === 'none') return noCaller
      if (auth.kind === 'client') return this.findClient(headers['client-id'], headers['client-secret'])
      const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
      if (token === undefined) throw new ApiError('unauthorized')
      const { rows } = await pool.query({
        name: 'token',
        text: `select client_id as "clientId", channel_id as "channelId", name as "channelName", scopes
          from token join channel on id = channel_id where access_hash = $1 and expires_at > now()`,
        values: [hash(token)],
      })
      if (rows[0] === undefined) throw new ApiError('invalidToken')
      return rows[0]
    },

    async findClient(clientId: unknown, clientSecret: unknown): Promise<Caller> {
      if (typeof clientId !== 'string' || typeof clientSecret !== 'string') throw new ApiError('unauthorized')
      const { rows } = await pool.query({
        name: 'client',
        text: 'select scopes from app where client_id = $1 and secret_hash = $2',
        values: [clientId, hash(clientSecret)],
      })
      if (rows[0] === undefined) throw new ApiError('invalidClient')
      return { ...noCaller, clientId, scopes: rows[0].scopes }
    },

    count({ clientId, channelId }: Caller, response: Response): void {
      if (clientId === '') return
      const counts = [countOne(clientId, quotas.perApp)]
      if (channelId !== '') counts.push(countOne(`${clientId} ${channelId}`, quotas.perToken))
      const { limit, remaining, resetSec } = counts.reduce((a, b) => (b.remaining < a.remaining ? b : a))
      const headers = { limit, remaining: Math.max(0, remaining), reset: resetSec }
      for (const [name, value] of Object.entries(headers)) response.set(`ratelimit-${name}`, String(value))
      if (remaining >= 0) return
      response.set('retry-after', String(resetSec))
      throw new ApiError('tooManyRequests')
    },
  }

  function countOne(key: string, limit: number) {
    const now = Date.now()
    let window = windows.get(key)
    if (window === undefined || window.endsAt <= now) windows.set(key, (window = { count: 0, endsAt: now + windowMs }))
    window.count += 1
    return { limit, remaining: limit - window.count, resetSec: Math.ceil((window.endsAt - now) / 1_000) }
  }
}
