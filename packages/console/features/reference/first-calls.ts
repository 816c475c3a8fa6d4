import { openApi, type ExampleCall } from '@onair/contract'
import { separateApiUrl } from '../../lib/page-settings.ts'

const apiUrl = (separateApiUrl ?? window.location.origin).replace(/\/$/, '')

/** The secret and the token are shell variables where the page does not know them. */
type Credentials = { clientId: string; redirectUri: string; clientSecret?: string }

/** The calls of a new application, as commands to copy: from consent to the first events. */
export function firstCalls({ clientId, redirectUri, clientSecret = '$CLIENT_SECRET' }: Credentials) {
  const consent = new URLSearchParams({ clientId, redirectUri, state: 'hello' })
  const code = { grantType: 'authorization_code', clientId, clientSecret, code: '$CODE', state: 'hello' }
  const call = ({ path, json }: ExampleCall) => {
    const body = json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${json}'`]
    return [`curl -s ${apiUrl}${path}`, '-H "Authorization: Bearer $TOKEN"', ...body].join(' \\\n  ')
  }
  return {
    consentUrl: `/account-interlock?${String(consent)}`,
    exchange: [
      `curl -s -X POST ${apiUrl}/auth/v1/token \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '${shellVariables(JSON.stringify(code, null, 2)).replaceAll('\n', '\n  ')}'`,
    ].join('\n'),
    call,
    session: call(openApi.session.openUserSession),
    listen: [
      '// npm install socket.io-client@2.0.3',
      "const io = require('socket.io-client')",
      `const api = '${apiUrl}'`,
      'const headers = { Authorization: `Bearer ${process.env.TOKEN}` }',
      '',
      'async function listen() {',
      '  const response = await fetch(`${api}/open/v1/sessions/auth`, { headers })',
      '  const { url } = (await response.json()).content',
      '  const socket = io(url, {',
      "    transports: ['websocket'],",
      '    reconnection: false,',
      '  })',
      "  socket.on('SYSTEM', async ({ type, data }) => {",
      "    if (type === 'subscribed') console.log(`subscribed to ${data.eventType}`)",
      "    if (type !== 'connected') return",
      '    const query = new URLSearchParams({ sessionKey: data.sessionKey })',
      '    const url = `${api}/open/v1/sessions/events/subscribe/chat?${query}`',
      "    await fetch(url, { method: 'POST', headers })",
      '  })',
      "  socket.on('CHAT', ({ profile, content }) => {",
      '    console.log(profile?.nickname, content)',
      '  })',
      '}',
      '',
      'listen()',
    ].join('\n'),
  }
}

/** Ends the single quotes around each variable. */
function shellVariables(json: string): string {
  return json.replaceAll(/\$[A-Z_]+/g, `'"$&"'`)
}
