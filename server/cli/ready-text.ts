import type { getOverview } from '../features/demo/overview.ts'

/** What a person sees when the sandbox is ready: where everything is, and how the first donation comes to a bot. */
export function readyText({ baseUrl, authUrl, socketUrl, consoleUrl, demo }: ReturnType<typeof getOverview>): string {
  const [streamer] = demo.people
  const consent = new URL('/account-interlock', authUrl)
  consent.search = String(
    new URLSearchParams({ clientId: demo.clientId, redirectUri: demo.redirectUri, state: 'hello' }),
  )
  const isCustomUrl = baseUrl !== 'http://127.0.0.1:4747'
  const bot = `${isCustomUrl ? `ONAIR_URL=${baseUrl} ` : ''}npm run echo-bot`
  const urlOption = isCustomUrl ? ` --url ${baseUrl}` : ''
  return `
  Onair is ready (sandbox: demo people, play money, a clock you can move)

  Look around  ${authUrl}      be one of the demo people with one click
               or sign in as ${streamer?.email ?? ''}, password ${streamer?.password ?? ''}
  Console      ${consoleUrl}
  API          ${baseUrl}
  Sockets      ${socketUrl}

  The demo application has every scope:
  CLIENT_ID      ${demo.clientId}
  CLIENT_SECRET  ${demo.clientSecret}

  Your first donation, each in another terminal:
  1. A bot that listens to the streamer's channel:
     ${bot}
  2. A viewer donates to the streamer:
     npx onair trigger donate${urlOption}
  3. What happened, what was told to whom, and why not:
     ${consoleUrl}/inspector

  Consent in a browser: ${consent.href}
  Everything that can happen: npx onair --help
  Stop with Ctrl+C. The data stays for the next start.

`
}
