import type { RecordDetail } from '@onair/contract'
import { curlOf } from '../curl.ts'

type Request = NonNullable<RecordDetail['request']>

/** What says how it was sent, and not what was asked. */
const ofTheWay = /^(host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|sec-.*)$/
const variables: Record<string, string> = {
  authorization: 'Bearer $TOKEN',
  'client-secret': '$CLIENT_SECRET',
  cookie: '$COOKIE',
}

/** The same request from a terminal; secrets are variables of the shell. */
export function curlOfRecord({ method, url, headers, body }: Request, protocol: string): string {
  const given = Object.entries(headers).filter(([name, value]) => !ofTheWay.test(name) && value !== '*/*')
  const address = `${protocol}//${headers['host'] ?? ''}${url}`
  return curlOf({ method, url: address, headers: Object.fromEntries(given), body: body?.text ?? null }, variables)
}
