import { sandboxApi } from '@onair/contract'
import { defineCommand } from '../../command.ts'
import { openSandbox, sandboxOptions } from '../sandbox/sandbox.ts'
import { print, table } from '../../print.ts'

export const listSessions = defineCommand({
  name: 'sessions',
  summary: 'List the connected sessions, newest first',
  positionals: {},
  options: {
    'client-id': { placeholder: '<client id>', description: 'only sessions of this application' },
    ...sandboxOptions,
  },
  async run({ 'client-id': clientId, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    const { data } = await call(sandboxApi.sessions.listSessions, {
      query: { ...(clientId !== undefined && { clientId }) },
    })
    if (json) return data.forEach((session) => print(JSON.stringify(session)))
    if (data.length === 0) return print('No session is connected.')
    print(
      table(
        data.map(({ sessionKey, connectedDate, appName, owner, subscribedEvents }) => [
          sessionKey,
          connectedDate,
          appName,
          owner?.channelName ?? '(application)',
          subscribedEvents.map(({ eventType }) => eventType).join(' ') || '(no subscription)',
        ]),
      ),
    )
  },
})

export const disconnectSessions = defineCommand({
  name: 'sessions disconnect',
  summary: 'Disconnect sessions',
  positionals: { sessionKeys: { placeholder: '<session key>', isRepeatable: true, isRequired: true } },
  options: sandboxOptions,
  async run({ sessionKeys, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    for (const sessionKey of sessionKeys) {
      await call(sandboxApi.sessions.disconnectSession, { pathParams: { sessionKey } })
      print(json ? JSON.stringify({ sessionKey }) : `Session ${sessionKey} is disconnected.`)
    }
  },
})
