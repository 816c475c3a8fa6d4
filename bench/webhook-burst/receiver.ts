import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Reads every request to its end and takes it.
const server = createServer((request, response) => {
  request.resume().on('end', () => response.end())
})
server.listen(0, '127.0.0.1', 1_024, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
})
