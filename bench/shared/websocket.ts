/** An Engine.IO 3 handshake over websocket. `query` is the query string of the session URL, from the question mark. */
export function upgradeRequest(query: string): string {
  return (
    `GET /socket.io/${query}&EIO=3&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n` +
    'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
  )
}

/** The packet with which a server accepts the connection. The benchmarks read it as the last bytes of the handshake. */
export const connectPacket = '40'
