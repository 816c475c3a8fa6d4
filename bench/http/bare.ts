import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The lower bound: a node:http server that sends the same response to every request.
const { headers, body } = JSON.parse(process.argv[2] ?? '{}') as { headers: [string, string][]; body: string }
const server = createServer((_request, response) => {
  response.writeHead(200, Object.fromEntries(headers)).end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
