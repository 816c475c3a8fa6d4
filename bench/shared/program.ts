import { startProcess } from './child.ts'

type ReadyLine = { baseUrl: string; demo: { clientId: string; people: { channelId: string }[] } }

/**
 * Starts the program without effective quotas, on an ephemeral database or that of ONAIR_DATABASE_URL, and issues an access
 * token for a demo account.
 */
export async function startProgramWithToken(env: Record<string, string>) {
  const ephemeral = env['ONAIR_DATABASE_URL'] === undefined ? ['--ephemeral'] : []
  const { child, line } = await startProcess(['packages/cli/main.ts', 'serve', ...ephemeral, '--port', '0', '--json'], {
    ONAIR_QUOTA_PER_APP: '1000000000',
    ONAIR_QUOTA_PER_TOKEN: '1000000000',
    ...env,
  })
  const { baseUrl, demo } = line as ReadyLine
  const response = await fetch(`${baseUrl}/sandbox/v1/grants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: demo.clientId, channelId: demo.people[0]?.channelId }),
  })
  if (response.status !== 200) throw new Error(await response.text())
  const { content } = (await response.json()) as { content: { accessToken: string } }
  return { child, baseUrl, token: content.accessToken }
}
