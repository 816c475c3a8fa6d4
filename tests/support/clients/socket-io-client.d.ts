/** Types for the used parts of Socket.IO's old client, which has no types of its own. */
declare module 'socket.io-client' {
  type Socket = {
    on(event: string, handler: (payload: any) => void): Socket
    disconnect(): Socket
    close(): Socket
  }
  export default function connect(url: string, options: object): Socket
}
