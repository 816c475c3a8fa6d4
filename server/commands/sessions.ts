import { sandboxSessions } from '@onair/contract'
import { command } from './command.ts'
import { openSandbox, ofSandbox } from './sandbox.ts'
import { say, table } from './say.ts'

/** The sockets that are connected now. */
export const listSessions = command({
  words: 'sessions',
  does: 'List the sessions that are connected, newest first, of one application or of all',
  takes: {},
  options: { 'client-id': { value: '<client id>', says: 'only those of this application' }, ...ofSandbox },
  async run({ 'client-id': clientId, json, ...where }, env) {
    const { call } = await openSandbox(where, env)
    const { data } = await call(sandboxSessions.listSessions, {
      query: { ...(clientId !== undefined && { clientId }) },
    })
    if (json) return data.forEach((one) => say(JSON.stringify(one)))
    if (data.length === 0) return say('No session is connected.')
    say(
      table(
        data.map(({ sessionKey, connectedDate, appName, owner, subscribedEvents }) => [
          sessionKey,
          connectedDate,
          appName,
          owner?.channelName ?? '(application)',
          subscribedEvents.map(({ eventType }) => eventType).join(' ') || '(hears nothing)',
        ]),
      ),
    )
  },
})

export const disconnectSessions = command({
  words: 'sessions disconnect',
  does: 'Cut the sockets of sessions',
  takes: { sessionKeys: { value: '<session key>', isMany: true, isNeeded: true } },
  options: ofSandbox,
  async run({ sessionKeys, json, ...where }, env) {
    const { call } = await openSandbox(where, env)
    for (const sessionKey of sessionKeys) {
      await call(sandboxSessions.disconnect, { inPath: { sessionKey } })
      say(json ? JSON.stringify({ sessionKey }) : `The session ${sessionKey} is cut.`)
    }
  },
})
