import type { RecordDetail } from '@onair/contract'
import { curlCommand } from '../../lib/curl.ts'

type RecordedRequest = NonNullable<RecordDetail['request']>

/** Headers of the transport, which the command leaves out. */
const transportHeaders =
  /^(host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|sec-.*)$/
const variables: Record<string, string> = {
  authorization: 'Bearer $TOKEN',
  'client-secret': '$CLIENT_SECRET',
  cookie: '$COOKIE',
}

/** The `curl` command that sends the same request. Secrets are shell variables. */
export function recordCurlCommand({ method, url, headers, body }: RecordedRequest, protocol: string): string {
  const sentHeaders = Object.entries(headers).filter(([name, value]) => !transportHeaders.test(name) && value !== '*/*')
  const address = `${protocol}//${headers['host'] ?? ''}${url}`
  return curlCommand(
    { method, url: address, headers: Object.fromEntries(sentHeaders), body: body?.text ?? null },
    variables,
  )
}
