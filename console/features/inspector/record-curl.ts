import type { RecordDetail } from '@onair/contract'
import { curlCommand } from '../../lib/curl.ts'

type RecordedRequest = NonNullable<RecordDetail['request']>

/** What says how it was sent, and not what was asked. */
const transportHeaders =
  /^(host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|sec-.*)$/
const variables: Record<string, string> = {
  authorization: 'Bearer $TOKEN',
  'client-secret': '$CLIENT_SECRET',
  cookie: '$COOKIE',
}

/** The same request from a terminal; secrets are variables of the shell. */
export function recordCurlCommand({ method, url, headers, body }: RecordedRequest, protocol: string): string {
  const sentHeaders = Object.entries(headers).filter(([name, value]) => !transportHeaders.test(name) && value !== '*/*')
  const address = `${protocol}//${headers['host'] ?? ''}${url}`
  return curlCommand(
    { method, url: address, headers: Object.fromEntries(sentHeaders), body: body?.text ?? null },
    variables,
  )
}
