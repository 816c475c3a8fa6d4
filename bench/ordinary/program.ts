import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Pool, type PoolConfig } from 'pg'
import { Server, type Socket } from 'socket.io'
import { hash, openCallers } from './callers.ts'
import { answerErrors } from './http.ts'
import { addOperations } from './operations.ts'
import { addSeeds } from './seed.ts'

type Options = { database: PoolConfig; quotas?: { perApp: number; perToken: number }; pingTimeout?: number }

/** The ordinary program on an empty database: Express 5, Socket.IO 4 and pg. */
export async function openOrdinary({ database, quotas = { perApp: 6_000, perToken: 1_200 } }: Options) {
  const pool = new Pool({ ...database, max: 20 })
  await pool.query(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'))
  const app = express().disable('x-powered-by').disable('etag')
  app.use(express.json({ limit: '64kb' }), express.urlencoded({ extended: false }))
  const callers = openCallers(pool, quotas)
  const server = createServer(app)
  const io = new Server(server, { allowEIO3: true, serveClient: false })
  const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  serveSessions(io, pool)
  addOperations({ app, pool, io, callers, baseUrl })
  addSeeds(app, pool)
  answerErrors(app)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    baseUrl: baseUrl(),
    pool,
    async [Symbol.asyncDispose]() {
      callers.close()
      await io.close()
      await pool.end()
    },
  }
}

/** A ticket opens a session once, within a minute. */
function serveSessions(io: Server, pool: Pool): void {
  const authenticate = async (socket: Socket, next: (error?: Error) => void) => {
    try {
      const { rows } = await pool.query(
        `update session set connected_at = now() where ticket_hash = $1 and connected_at is null
           and created_at > now() - interval '1 minute' returning key`,
        [hash(String(socket.handshake.query['auth']))],
      )
      if (rows[0] === undefined) throw new Error('auth fail')
      socket.data.sessionKey = rows[0].key
      next()
    } catch (error) {
      next(error as Error)
    }
  }
  io.use((socket, next) => void authenticate(socket, next))
  io.on('connection', (socket) => {
    const { sessionKey } = socket.data as { sessionKey: string }
    void socket.join(sessionKey)
    socket.emit('SYSTEM', { type: 'connected', data: { sessionKey } })
    socket.on('disconnect', () => {
      // At the end of the program the pool is closed first.
      pool.query('update session set disconnected_at = now() where key = $1', [sessionKey]).catch(() => {})
    })
  })
}
