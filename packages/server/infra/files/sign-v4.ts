import { createHmac, hash } from 'node:crypto'

/** Who signs, and for which region of the service. */
export type S3Credentials = { keyId: string; secret: string; region: string }

type SignedRequest = {
  method: string
  /** Its path is encoded by `encodeS3`. */
  url: URL
  /** All are signed, with the host; `x-amz-content-sha256` is the hash of the body, or says that it is not signed. */
  headers: Readonly<Record<string, string>>
  /** Milliseconds of system time. */
  now: number
}

/** The headers of a request to an S3 service with its signature: AWS Signature Version 4. */
export function signV4(
  { method, url, headers, now }: SignedRequest,
  { keyId, secret, region }: S3Credentials,
): Record<string, string> {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const all = { ...headers, 'x-amz-date': time }
  const lines = Object.entries({ ...all, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = lines.map(([name]) => name).join(';')
  const query = [...url.searchParams].map(([name, value]) => `${encodeS3(name)}=${encodeS3(value)}`).sort()
  const request = [
    method,
    url.pathname,
    query.join('&'),
    ...lines.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request']
  const key = scope.reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secret}`)
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash('sha256', request)].join('\n')
  const credential = `${keyId}/${scope.join('/')}`
  const signature = hmac(key, text).toString('hex')
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`,
  }
}

/** A part of a path or a query as signatures have it. */
export function encodeS3(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
