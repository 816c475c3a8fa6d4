import type { Socket } from 'node:net'
import { readAmf } from '../infra/rtmp/amf.ts'
import { ByteQueue, ChunkParser, type Message } from '../infra/rtmp/chunk-parser.ts'
import {
  encodeCommand,
  encodeConnected,
  encodeMessage,
  encodeNumber,
  ackWindowBytes,
  messageTypes,
} from '../infra/rtmp/messages.ts'
import { ProtocolError } from '../infra/rtmp/protocol-error.ts'

/** Takes the FLV tags of a publisher. `at` is in milliseconds, and does not wrap. */
export type TagReceiver = {
  video(at: number, tag: Buffer): void
  audio(at: number, tag: Buffer): void
  /** `isMeant`: the publisher said that it ends. */
  end(isMeant: boolean): void
}

/** `name` is the stream, and `query` what follows it after a question mark. `refuse` ends the connection with a reason, `cut` as a network does. */
export type PublishRequest = {
  name: string
  query: URLSearchParams
  address: string
  refuse: (reason: string) => void
  cut: () => void
  /** While paused, nothing is read. */
  setPaused: (isPaused: boolean) => void
}
export type AcceptPublisher = (request: PublishRequest) => Promise<TagReceiver | { refusal: string }>

const handshakeBytes = 1_536
const version = 3
/** Bytes that may come while the stream key is checked, and that may wait to be sent. */
const maxWaitingBytes = 6 * 1_048_576
const maxUnsentBytes = 1_048_576
const maxNameLength = 1_000

/** A connection of an encoder, which may publish and nothing else. */
export class Connection {
  /** Why the connection was ended, for the log. */
  error: string | null = null
  isPublishing = false
  readonly #socket: Socket
  readonly #address: string
  readonly #accept: AcceptPublisher
  readonly #onError: (error: unknown) => void
  readonly #input = new ByteQueue()
  readonly #parser = new ChunkParser(this.#input, { takesMedia: true })
  readonly #clocks = new Map<number, { high: number; last: number }>()
  #handshake: 'hello' | 'echo' | 'done' = 'hello'
  #receiver: TagReceiver | null = null
  #isDeciding = false
  #isPaused = false
  #received = 0
  #acknowledged = 0
  #stream = 0

  /** `onError`: called with an error of the server, after which the connection has ended. */
  constructor(
    socket: Socket,
    { address, accept, onError }: { address: string; accept: AcceptPublisher; onError: (error: unknown) => void },
  ) {
    this.#socket = socket
    this.#address = address
    this.#accept = accept
    this.#onError = onError
  }

  receive(bytes: Buffer): void {
    this.#input.push(bytes)
    this.#received += bytes.length
    if (this.#received - this.#acknowledged >= ackWindowBytes / 2) this.#acknowledge()
    if (this.#isDeciding && this.#input.length > maxWaitingBytes) this.fail('too much before the answer')
    this.#run()
  }

  closed(): void {
    const receiver = this.#receiver
    this.#receiver = null
    receiver?.end(false)
  }

  fail(error: string): void {
    this.error ??= error
    this.#socket.destroy()
  }

  #run(): void {
    try {
      while (!this.#socket.destroyed && !this.#isDeciding && !this.#isPaused && this.#step());
    } catch (error) {
      if (!(error instanceof ProtocolError)) this.#onError(error)
      this.fail((error as Error).message)
    }
  }

  /** False: more bytes are needed. */
  #step(): boolean {
    if (this.#handshake !== 'done') return this.#shakeHands()
    const message = this.#parser.next()
    if (message !== null) this.#handle(message)
    return message !== null
  }

  #shakeHands(): boolean {
    const isHello = this.#handshake === 'hello'
    const [first] = this.#input.peek(1)
    if (isHello && first !== undefined && first !== version) throw new ProtocolError('version')
    const size = handshakeBytes + Number(isHello)
    if (this.#input.length < size) return false
    const bytes = this.#input.take(size)
    if (isHello) this.#write(Buffer.concat([Buffer.from([version]), Buffer.alloc(handshakeBytes), bytes.subarray(1)]))
    this.#handshake = isHello ? 'echo' : 'done'
    return true
  }

  #handle({ type, time, stream, body }: Message): void {
    if (type === messageTypes.video) this.#receiver?.video(this.#continued(type, time), body)
    else if (type === messageTypes.audio) this.#receiver?.audio(this.#continued(type, time), body)
    else if (type === messageTypes.command) this.#command(readAmf(body), stream)
    else if (type === messageTypes.amf3Command) this.#command(readAmf(body.subarray(1)), stream)
  }

  /** Times have 32 bits of milliseconds, which wrap after 49 days. */
  #continued(type: number, time: number): number {
    const clock = this.#clocks.get(type) ?? { high: 0, last: time }
    this.#clocks.set(type, clock)
    if (clock.last - time > 2 ** 31) clock.high += 2 ** 32
    clock.last = time
    return clock.high + time
  }

  #command([name, transaction, _object, ...rest]: unknown[], stream: number): void {
    switch (name) {
      case 'connect':
        return this.#write(encodeConnected(transaction))
      case 'createStream':
        return this.#write(encodeCommand(0, '_result', transaction, null, 1))
      case 'releaseStream':
      case 'FCPublish':
        return this.#write(encodeCommand(0, '_result', transaction, null))
      case 'publish':
        return this.#requestPublish(rest[0], stream)
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        return this.#endStream()
      case 'play':
        throw new ProtocolError('play')
      default:
        return undefined
    }
  }

  #endStream(): void {
    const receiver = this.#receiver
    this.#receiver = null
    receiver?.end(true)
  }

  #requestPublish(target: unknown, stream: number): void {
    if (typeof target !== 'string' || target.length > maxNameLength) throw new ProtocolError('name')
    if (this.isPublishing || this.#isDeciding) throw new ProtocolError('published twice')
    this.#isDeciding = true
    this.#stream = stream
    this.#socket.pause()
    this.#publish(target).catch(this.#onError)
  }

  async #publish(target: string): Promise<void> {
    const [name = '', query = ''] = target.split('?')
    const answer = await this.#accept({
      name,
      query: new URLSearchParams(query),
      address: this.#address,
      refuse: (reason) => this.#refuse(reason),
      cut: () => this.fail('cut'),
      setPaused: (isPaused) => this.#setPaused(isPaused),
    })
    this.#isDeciding = false
    if ('refusal' in answer) return this.#refuse(answer.refusal)
    if (this.#socket.destroyed) return answer.end(false)
    this.#receiver = answer
    this.isPublishing = true
    this.#write(this.#status('status', 'NetStream.Publish.Start', 'publishing'))
    this.#socket.resume()
    return this.#run()
  }

  #setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    if (isPaused) return void this.#socket.pause()
    this.#socket.resume()
    return this.#run()
  }

  /** The encoder shows or logs the reason. */
  #refuse(reason: string): void {
    this.error ??= reason
    this.#receiver = null
    if (this.#socket.destroyed) return
    this.#socket.end(this.#status('error', 'NetStream.Publish.BadName', reason))
    // What it still sends is read and dropped: with unread bytes the system would reset the connection before the reason.
    this.#socket.removeAllListeners('data')
    this.#socket.resume()
  }

  #status(level: string, code: string, description: string): Buffer {
    return encodeCommand(this.#stream, 'onStatus', 0, null, { level, code, description })
  }

  #acknowledge(): void {
    this.#acknowledged = this.#received
    this.#write(encodeMessage(2, messageTypes.acknowledgement, 0, encodeNumber(this.#received)))
  }

  #write(bytes: Buffer): void {
    if (this.#socket.writableLength > maxUnsentBytes) this.fail('does not read')
    else if (!this.#socket.writableEnded) this.#socket.write(bytes)
  }
}
