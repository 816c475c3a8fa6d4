import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Reads each request to its end and responds with 200.
const server = createServer((request, response) => {
  request.resume().on('end', () => response.end())
})
server.listen(0, '127.0.0.1', 1_024, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
})
