import { sandboxApi } from '@onair/contract'
import { defineCommand } from './command.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'
import { print, table } from './print.ts'

/** The sockets that are connected now. */
export const listSessions = defineCommand({
  name: 'sessions',
  summary: 'List the sessions that are connected, newest first, of one application or of all',
  positionals: {},
  options: {
    'client-id': { placeholder: '<client id>', description: 'only those of this application' },
    ...sandboxOptions,
  },
  async run({ 'client-id': clientId, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    const { data } = await call(sandboxApi.sessions.listSessions, {
      query: { ...(clientId !== undefined && { clientId }) },
    })
    if (json) return data.forEach((one) => print(JSON.stringify(one)))
    if (data.length === 0) return print('No session is connected.')
    print(
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

export const disconnectSessions = defineCommand({
  name: 'sessions disconnect',
  summary: 'Cut the sockets of sessions',
  positionals: { sessionKeys: { placeholder: '<session key>', isRepeatable: true, isRequired: true } },
  options: sandboxOptions,
  async run({ sessionKeys, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    for (const sessionKey of sessionKeys) {
      await call(sandboxApi.sessions.disconnectSession, { pathParams: { sessionKey } })
      print(json ? JSON.stringify({ sessionKey }) : `The session ${sessionKey} is cut.`)
    }
  },
})
