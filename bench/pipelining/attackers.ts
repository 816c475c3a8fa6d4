import { connect } from 'node:net'

export type AttackReport = { requests: number; connections: number; seconds: number }

// Each attacker writes pipelined requests as fast as its connection takes them, and connects again when it is closed, until
// it has written its requests and the time is over.
const [url = '', attackers = '4', requestsEach = '400000', seconds = '10'] = process.argv.slice(2)
const { hostname, port, host } = new URL(url)
const batchSize = 500
const head = `GET /open/v1/users/me HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer`
const startedAt = performance.now()
let requests = 0
let connections = 0

await Promise.all(Array.from({ length: Number(attackers) }, attack))
const report: AttackReport = { requests, connections, seconds: (performance.now() - startedAt) / 1_000 }
console.log(JSON.stringify(report))

async function attack() {
  let written = 0
  const isOver = () => written >= Number(requestsEach) && performance.now() - startedAt >= Number(seconds) * 1_000
  while (!isOver()) {
    connections += 1
    await writeUntilClosed((count) => {
      written += count
      requests += count
      return isOver()
    })
  }
}

function writeUntilClosed(onWritten: (count: number) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(Number(port), hostname)
  const write = () => {
    socket.write(batch(), (error) => {
      if (error) return
      if (onWritten(batchSize)) socket.destroy()
      else write()
    })
  }
  socket.on('connect', write)
  socket.on('error', () => {})
  socket.on('close', () => resolve())
  // The responses are read, so that they do not slow the attack.
  socket.resume()
  return promise
}

/** Requests with made-up tokens, none of which is sent twice. */
function batch(): string {
  const token = `${requests.toString(36).padStart(12, '0')}${Math.random().toString(36).slice(2, 12).padEnd(31, 'x')}`
  return Array.from({ length: batchSize }, (_, n) => `${head} ${token}${n}\r\n\r\n`).join('')
}
