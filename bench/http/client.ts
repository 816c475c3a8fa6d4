import { connect } from 'node:net'

// Sends the next request on each of 64 connections as soon as the answer before has come in whole; every answer of one
// server has the same length, so counting bytes is enough, and costs so little that the server is what is measured.
const [url = '', token = '', seconds = '1'] = process.argv.slice(2)
const { hostname, port, host } = new URL(url)
const request = `GET /open/v1/users/me HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`
let answered = 0
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
    if (receivedBytes < length) return
    if (receivedBytes > length) throw new Error('an answer has another length')
    receivedBytes = 0
    answered += 1
    socket.write(request)
  })
}

setTimeout(
  () => {
    const perSecond = answered / ((performance.now() - startedAt) / 1000)
    console.log(JSON.stringify({ perSecond, answered }))
    process.exit(0)
  },
  Number(seconds) * 1000,
)

function responseLength(answer: string): number {
  if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer)
  const head = answer.indexOf('\r\n\r\n') + 4
  return head + Number(/content-length: (\d+)/i.exec(answer)?.[1])
}
