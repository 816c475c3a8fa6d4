import { connect } from 'node:net'

export type ClientReport = { perSecond: number; responses: number }

// Each of 64 connections sends the next request as soon as the previous response is complete. The responses of a server
// have the same length, except for the digits of `ratelimit-reset` and `ratelimit-remaining`, and end with `}`, so the client
// only counts bytes and uses little CPU time itself.
const [url = '', token = '', seconds = '1', path = '/open/v1/users/me', json = ''] = process.argv.slice(2)
const { hostname, port, host } = new URL(url)
const bodyHeaders = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`
const head = `${json === '' ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n`
const request = `${head}${json === '' ? '' : bodyHeaders}\r\n${json}`
/** The largest accepted difference between the lengths of two responses. */
const maxDifference = 10
const closingBrace = '}'.charCodeAt(0)
let responses = 0
const startedAt = performance.now()

for (let index = 0; index < 64; index += 1) {
  const socket = connect(Number(port), hostname)
  let length = 0
  let receivedBytes = 0
  socket.setNoDelay(true)
  socket.on('connect', () => socket.write(request))
  socket.on('data', (bytes) => {
    if (length === 0) length = responseLength(bytes.toString('latin1'))
    receivedBytes += bytes.length
    if (receivedBytes < length - maxDifference || bytes[bytes.length - 1] !== closingBrace) return
    if (receivedBytes > length + maxDifference) throw new Error('a response has a different length')
    receivedBytes = 0
    responses += 1
    socket.write(request)
  })
}

setTimeout(
  () => {
    const report: ClientReport = { perSecond: responses / ((performance.now() - startedAt) / 1000), responses }
    console.log(JSON.stringify(report))
    process.exit(0)
  },
  Number(seconds) * 1000,
)

function responseLength(response: string): number {
  if (!response.startsWith('HTTP/1.1 200')) throw new Error(response)
  const headLength = response.indexOf('\r\n\r\n') + 4
  return headLength + Number(/content-length: (\d+)/i.exec(response)?.[1])
}
