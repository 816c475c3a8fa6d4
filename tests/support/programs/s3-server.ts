import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { signV4 } from '@onair/server/infra/files/sign-v4.ts'
import { portOf } from './port.ts'

export type TestS3Server = AsyncDisposable & {
  /** The address for ONAIR_RECORDINGS_S3_URL. */
  url: string
  /** The content of each object, by its path after the bucket. */
  objects: Map<string, Buffer>
  /** The uploads in parts that are neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>
  /** Method and status of each request. */
  seen: string[]
  /** Called before each request is answered; a number is the status of a failure. */
  onRequest: (request: IncomingMessage) => number | void | Promise<number | void>
}

const keys = { keyId: 'KEY', secret: 'a/secret+key', region: 'auto' }

/** An S3 service on this machine that checks signatures, with one bucket. */
export async function openS3Server(): Promise<TestS3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let uploadCount = 0

  async function answer(request: IncomingMessage): Promise<{ status: number; body?: Buffer | string; tag?: string }> {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    const content = await buffer(request)
    const failure = await state.onRequest(request)
    if (typeof failure === 'number') return { status: failure, body: '<Error><Code>SlowDown</Code></Error>' }
    if (!isSigned(request, url)) return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' }
    const name = url.pathname.replace(/^\/bucket\//, '')
    const id = url.searchParams.get('uploadId')
    const parts = id === null ? undefined : uploads.get(id)
    if (id !== null && parts === undefined) return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' }
    if (request.method === 'POST' && parts === undefined) {
      uploads.set(`upload+${++uploadCount}`, new Map())
      return { status: 200, body: `<UploadId>upload+${uploadCount}</UploadId>` }
    }
    if (request.method === 'POST') {
      objects.set(name, Buffer.concat([...parts!].sort(([a], [b]) => a - b).map(([, part]) => part)))
      uploads.delete(id!)
      return { status: 200 }
    }
    if (request.method === 'PUT') {
      if (parts === undefined) objects.set(name, content)
      else parts.set(Number(url.searchParams.get('partNumber')), content)
      return { status: 200, tag: '"tag"' }
    }
    if (request.method === 'DELETE') {
      if (id === null) objects.delete(name)
      else uploads.delete(id)
      return { status: 204 }
    }
    const object = objects.get(name)
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (object === undefined) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    return { status: 206, body: object.subarray(Number(start), Number(end) + 1) }
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, tag }) => {
      state.seen.push(`${request.method} ${status}`)
      response.writeHead(status, tag === undefined ? {} : { etag: tag }).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { keyId, secret, region } = keys
  const login = `${keyId}:${encodeURIComponent(secret)}`
  const state: TestS3Server = {
    url: `http://${login}@127.0.0.1:${portOf(server)}/bucket/some%20prefix?region=${region}`,
    objects,
    uploads,
    seen: [],
    onRequest: () => {},
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return state
}

function isSigned({ method = '', headers }: IncomingMessage, url: URL): boolean {
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const signed = Object.fromEntries(
    names.split(';').flatMap((name) => (name === 'host' ? [] : [[name, String(headers[name])]])),
  )
  const time = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z')
  return (
    signV4({ method, url, headers: signed, now: Date.parse(time) }, keys)['authorization'] === headers.authorization
  )
}
