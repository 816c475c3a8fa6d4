import type { RecordDetail } from '@onair/contract'

type Request = NonNullable<RecordDetail['request']>

/** What says how it was sent, and not what was asked. */
const ofTheWay = /^(host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|sec-.*)$/
const variables: Record<string, string> = {
  authorization: 'Bearer $TOKEN',
  'client-secret': '$CLIENT_SECRET',
  cookie: '$COOKIE',
}

/** The same request from a terminal; secrets are variables of the shell. */
export function curlOf({ method, url, headers, body }: Request, protocol: string): string {
  const given = Object.entries(headers)
    .filter(([name, value]) => !ofTheWay.test(name) && value !== '*/*')
    .map(([name, value]) =>
      name in variables ? `-H "${name}: ${variables[name]}"` : `-H ${quoted(`${name}: ${value}`)}`,
    )
  const data = body === null ? [] : [`-d ${quoted(body.text)}`]
  return [`curl -s -X ${method} ${quoted(`${protocol}//${headers['host'] ?? ''}${url}`)}`, ...given, ...data].join(
    ' \\\n  ',
  )
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
