import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { rtmpPorts } from '../outbound/ssrf-guard.ts'
import { readAmf, writeAmf } from './amf.ts'
import { ByteQueue, ChunkParser, type Message } from './chunk-parser.ts'
import { encodeMedia, encodeMessage, encodeNumber, messageTypes, ownChunkBytes } from './messages.ts'
import { ProtocolError } from './protocol-error.ts'
import { encodeAudioTag, encodeVideoTag, type AudioFrame, type VideoFrame } from './encode-tags.ts'

/*
 * The other side of `connection.ts`: publishes to a server by RTMP or RTMPS.
 *
 * 1. Handshake: hello and echo.
 * 2. Commands: connect, createStream, publish. Each waits for its answer.
 * 3. Tags of FLV, until one of both ends it.
 */

/** `url`: address without the key, such as `rtmp://live.example.com/app`. */
export type PublishTarget = { url: string; key: string }
/** `signal` gives up while the stream is opened. */
type PublishOptions = {
  signal?: AbortSignal
  /** Opens the connection. Default: to any address. */
  connect?: (url: string, signal: AbortSignal) => Promise<Socket>
}

/** Why a stream has ended, or did not begin. */
export type PublishFailure =
  | 'INVALID_URL'
  | 'HOST_NOT_FOUND'
  | 'ADDRESS_NOT_ALLOWED'
  | 'CONNECTION_FAILED'
  | 'NO_ANSWER'
  | 'NOT_RTMP'
  /** The server said no: the message is what it said. */
  | 'REFUSED'
  | 'CLOSED'
  /** The server reads more slowly than the stream is. */
  | 'TOO_SLOW'

/** The server, or the network to it, has ended or refused a stream. The message is what the server said. */
export class PublishError extends Error {
  override readonly name = 'PublishError'
  readonly failure: PublishFailure

  constructor(message: string, failure: PublishFailure) {
    super(oneLine(message))
    this.failure = failure
  }
}

const handshakeBytes = 1_536
/** The server must answer within this time while the stream is opened. */
const answerMs = 10_000
/** Bytes that wait for a slow network. Above this, packets are dropped up to the next key frame. */
const maxUnsentBytes = 2 * 1_048_576
/** A server answers little: so much, and a hundredth of what it gets. */
const maxAnswerBytes = 262_144
const answerShare = 100
const [controlStream, commandStream, audioStream, videoStream] = [2, 3, 4, 6]
const pingRequest = 6
const pingResponse = 7

/** Opens a stream. Rejects with a `PublishError` if the server does not take it. */
export async function openPublisher(target: PublishTarget, options: PublishOptions = {}): Promise<RtmpPublisher> {
  const url = parseTarget(target.url)
  const { signal = new AbortController().signal, connect = async () => openSocket(url) } = options
  const publisher = new RtmpPublisher(await connect(target.url, signal))
  const giveUp = () => publisher.close()
  signal.addEventListener('abort', giveUp)
  try {
    if (signal.aborted) giveUp()
    await publisher.open(url, target.key)
    return publisher
  } catch (error) {
    publisher.close()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

export function isRtmpUrl(text: string): boolean {
  return /^rtmps?:\/\/[^/]/.test(text) && URL.canParse(text)
}

/** Throws a `PublishError` unless the text is an address of RTMP. */
function parseTarget(text: string): URL {
  if (!isRtmpUrl(text)) throw new PublishError('the address must begin with rtmp:// or rtmps://', 'INVALID_URL')
  return new URL(text)
}

function openSocket({ hostname, port, protocol }: URL): Socket {
  const isSecure = protocol === 'rtmps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const usual = rtmpPorts[isSecure ? 'rtmps' : 'rtmp']
  const address = { host, port: port === '' ? usual : Number(port) }
  return isSecure ? connectTls({ ...address, servername: host }) : connect(address)
}

type Step = { resolve(values: unknown[]): void; reject(error: PublishError): void; accepts(values: unknown[]): boolean }

/** A stream that a server takes. */
export class RtmpPublisher {
  /** Resolves when the connection has ended: with its reason, or null where this side ended it. Never rejects. */
  readonly ended: Promise<PublishError | null>
  /** Frames that a slow network had no place for. */
  droppedFrames = 0
  readonly #socket: Socket
  readonly #input = new ByteQueue()
  readonly #parser = new ChunkParser(this.#input, { takesMedia: false })
  #isShaken = false
  #received = 0
  #step: Step | null = null
  #error: PublishError | null = null
  #isOver = false
  #stream = 0
  #transactions = 0
  #key = ''
  #skipsToKey = false

  constructor(socket: Socket) {
    this.#socket = socket
    this.ended = new Promise((resolve) => {
      socket.once('close', () => {
        const error = this.#isOver
          ? null
          : (this.#error ?? new PublishError('the server closed the connection', 'CLOSED'))
        this.#step?.reject(error ?? new PublishError('closed', 'CLOSED'))
        resolve(error)
      })
    })
    socket.setNoDelay(true)
    socket.setTimeout(answerMs, () => this.#fail('the server does not answer', 'NO_ANSWER'))
    socket.on('error', (error) => this.#fail(error.message, 'CONNECTION_FAILED'))
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
  }

  /** Handshake and commands, for `openPublisher`. */
  async open({ href, pathname, search }: URL, key: string): Promise<void> {
    const app = `${pathname.slice(1)}${search}`
    this.#key = key
    this.#socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(handshakeBytes)]))
    await this.#answer(() => true)
    this.#socket.write(encodeMessage(controlStream, messageTypes.setChunkSize, 0, encodeNumber(ownChunkBytes)))
    await this.#call('connect', { app, type: 'nonprivate', flashVer: 'FMLE/3.0 (compatible; Onair)', tcUrl: href })
    this.#send(0, 'releaseStream', ++this.#transactions, null, key)
    this.#send(0, 'FCPublish', ++this.#transactions, null, key)
    const [, , , stream] = await this.#call('createStream', null)
    this.#stream = typeof stream === 'number' ? stream : 1
    this.#send(this.#stream, 'publish', ++this.#transactions, null, key, 'live')
    await this.#answer(([name, , , status]) => name === 'onStatus' && codeOf(status) === 'NetStream.Publish.Start')
    this.#socket.setTimeout(0)
  }

  /** Bytes that have left, or wait in the system to leave. */
  get sentBytes(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }

  /** Bytes that wait for a slow network. */
  get unsentBytes(): number {
    return this.#socket.writableLength
  }

  /** Whether packets are dropped now, up to the next key frame. */
  get isBehind(): boolean {
    return this.#skipsToKey
  }

  /** Ends a stream that a server takes too slowly. */
  giveUp(): void {
    this.#fail('the server is too slow', 'TOO_SLOW')
  }

  /** Some servers want to know the stream before its first packet. */
  describe({ width, height, hasAudio }: { width: number; height: number; hasAudio: boolean }): void {
    const audio = hasAudio ? { audiocodecid: 10 } : {}
    const stream = { width, height, videocodecid: 7, ...audio, encoder: 'Onair' }
    const body = Buffer.concat(['@setDataFrame', 'onMetaData', stream].map(writeAmf))
    if (this.#socket.writable) this.#socket.write(encodeMedia(commandStream, messageTypes.data, this.#stream, 0, body))
  }

  /** `avcC`: the parameter sets of the picture. */
  configureVideo(avcC: Buffer): void {
    this.#tag(messageTypes.video, 0, encodeVideoTag(avcC, null))
  }

  /** `config`: the AudioSpecificConfig of AAC. */
  configureAudio(config: Buffer): void {
    this.#tag(messageTypes.audio, 0, encodeAudioTag(config, null))
  }

  video(frame: VideoFrame): void {
    if (this.#socket.writableLength > maxUnsentBytes) this.#skipsToKey = true
    else if (frame.isKey) this.#skipsToKey = false
    if (this.#skipsToKey) this.droppedFrames++
    else this.#tag(messageTypes.video, frame.timeMs, encodeVideoTag(frame.data, frame))
  }

  audio(frame: AudioFrame): void {
    if (!this.#skipsToKey && this.#socket.writableLength <= maxUnsentBytes)
      this.#tag(messageTypes.audio, frame.timeMs, encodeAudioTag(frame.data, frame))
  }

  /** Tells the server that the stream ends, and closes the connection. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#send(0, 'FCUnpublish', ++this.#transactions, null, this.#key)
    this.#send(0, 'deleteStream', ++this.#transactions, null, this.#stream)
    this.#socket.setTimeout(answerMs, () => this.#socket.destroy())
    this.#socket.end()
    await this.ended
  }

  close(): void {
    this.#isOver = true
    this.#socket.destroy()
  }

  #tag(type: number, timeMs: number, tag: Buffer): void {
    if (!this.#socket.writable) return
    const chunkStream = type === messageTypes.audio ? audioStream : videoStream
    this.#socket.write(encodeMedia(chunkStream, type, this.#stream, timeMs % 2 ** 32, tag))
  }

  #send(stream: number, ...values: unknown[]): void {
    if (!this.#socket.writable) return
    const body = Buffer.concat(values.map(writeAmf))
    this.#socket.write(encodeMedia(commandStream, messageTypes.command, stream, 0, body))
  }

  /** Sends a command and waits for its result. */
  #call(name: string, value: unknown): Promise<unknown[]> {
    const transaction = ++this.#transactions
    this.#send(0, name, transaction, value)
    return this.#answer(([answer, answered]) => answer === '_result' && answered === transaction)
  }

  #answer(accepts: Step['accepts']): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      this.#step = { resolve, reject, accepts }
      if (this.#socket.destroyed) reject(this.#error ?? new PublishError('closed', 'CLOSED'))
    })
  }

  #receive(bytes: Buffer): void {
    this.#received += bytes.length
    if (this.#received > maxAnswerBytes + this.sentBytes / answerShare)
      return this.#fail('the server sends too much', 'NOT_RTMP')
    this.#input.push(bytes)
    try {
      if (!this.#isShaken && !this.#shakeHands()) return
      for (let message = this.#parser.next(); message !== null; message = this.#parser.next()) this.#handle(message)
    } catch {
      this.#fail('the server does not speak RTMP', 'NOT_RTMP')
    }
  }

  #shakeHands(): boolean {
    if (this.#input.length < 1 + 2 * handshakeBytes) return false
    const hello = this.#input.take(1 + handshakeBytes)
    if (hello[0] !== 3) throw new ProtocolError('version')
    this.#input.take(handshakeBytes)
    this.#socket.write(hello.subarray(1))
    this.#isShaken = true
    this.#proceed([])
    return true
  }

  #handle({ type, body }: Message): void {
    if (type === messageTypes.command) this.#command(readAmf(body))
    else if (type === messageTypes.amf3Command) this.#command(readAmf(body.subarray(1)))
    else if (type === messageTypes.userControl && body.length >= 6 && body.readUInt16BE() === pingRequest) {
      const pong = Buffer.concat([Buffer.from([0, pingResponse]), body.subarray(2, 6)])
      this.#socket.write(encodeMessage(controlStream, messageTypes.userControl, 0, pong))
    }
  }

  #command(values: unknown[]): void {
    const [name, , , status] = values
    const isRefusal = (name === '_error' && this.#step !== null) || (name === 'onStatus' && levelOf(status) === 'error')
    if (isRefusal) return this.#fail(descriptionOf(status), 'REFUSED')
    return this.#proceed(values)
  }

  #proceed(values: unknown[]): void {
    const step = this.#step
    if (step === null || !step.accepts(values)) return
    this.#step = null
    step.resolve(values)
  }

  #fail(message: string, failure: PublishFailure): void {
    this.#error ??= new PublishError(message, failure)
    this.#socket.destroy()
  }
}

type Status = { level?: unknown; code?: unknown; description?: unknown } | null

function codeOf(status: unknown): unknown {
  return (status as Status)?.code
}

function levelOf(status: unknown): unknown {
  return (status as Status)?.level
}

/** A text of another program, which pages show and a database stores. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
}

/** The reason of the server. */
function descriptionOf(status: unknown): string {
  const { description, code } = (status as Status) ?? {}
  const text = [description, code].find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof text === 'string' ? text : 'the server gave no reason'
}
