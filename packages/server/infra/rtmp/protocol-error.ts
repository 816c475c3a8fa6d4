/** An error of a peer, which ends its connection. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}
