import type { overviewOf } from '../features/sandbox/overview.ts'

/** What a person sees when the sandbox is ready: where everything is, and three things to try. */
export function readyText({ baseUrl, authUrl, socketUrl, consoleUrl, demo }: ReturnType<typeof overviewOf>): string {
  const [streamer] = demo.people
  const channelId = streamer?.channelId ?? ''
  const viewer = demo.people.find(({ is }) => is === 'viewer')?.channelId ?? ''
  const consent = new URL('/account-interlock', authUrl)
  consent.search = String(
    new URLSearchParams({ clientId: demo.clientId, redirectUri: demo.redirectUri, state: 'hello' }),
  )
  const elsewhere = baseUrl === 'http://127.0.0.1:4747' ? '' : `ONAIR_URL=${baseUrl} `
  const post = `curl -s -X POST -H 'Content-Type: application/json'`
  return `
  Onair is ready (sandbox: demo people, play money, a clock you can move)

  API        ${baseUrl}
  Sign in    ${authUrl}/sign-in      as ${streamer?.email ?? ''}, password ${streamer?.password ?? ''}
  Console    ${consoleUrl}
  Sockets    ${socketUrl}

  The demo application has every scope:
  CLIENT_ID      ${demo.clientId}
  CLIENT_SECRET  ${demo.clientSecret}

  Try, in another terminal:
  1. A token for the streamer, without a browser:
     ${post} ${baseUrl}/sandbox/v1/grants -d '{"clientId":"${demo.clientId}","channelId":"${channelId}"}'
  2. A bot that answers in the streamer's chat:
     ${elsewhere}npm run echo-bot
  3. A viewer says something to it:
     ${post} ${baseUrl}/sandbox/v1/acts/chat -d '{"channelId":"${channelId}","byChannelId":"${viewer}","message":"!echo 안녕"}'

  Consent in a browser: ${consent.href}
  Stop with Ctrl+C. The data stays for the next start.

`
}
