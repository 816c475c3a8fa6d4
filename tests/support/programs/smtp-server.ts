import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { portOf } from './port.ts'

/** A mail as the server received it, parsed. */
export type ReceivedMail = { envelopeTo: string[] } & Email

/** The response of the server that refuses a mail. */
type SmtpRefusal = { status: number; text: string }

export type TestSmtpServer = AsyncDisposable & {
  /** The URL for ONAIR_MAIL_URL. */
  url: string
  port: number
  received: ReceivedMail[]
  /** Refuses mails to this address, or takes them again for null. */
  refuse(address: string, refusal: SmtpRefusal | null): void
  /** How many connections were opened. */
  connections: number
  /** The first mail that was received, and is not taken yet. */
  next(): Promise<ReceivedMail>
}

/** A mail server on this machine, without encryption. With `login` it asks for that user and password. */
export async function openSmtpServer({
  login,
  hangs = false,
}: { login?: { user: string; password: string }; hangs?: boolean } = {}): Promise<TestSmtpServer> {
  const refusals = new Map<string, SmtpRefusal>()
  const received: ReceivedMail[] = []
  let taken = 0
  let connections = 0
  const options: SMTPServerOptions = {
    disabledCommands: login === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onConnect(_session, callback) {
      connections += 1
      if (!hangs) callback()
    },
    onAuth({ username, password }, _session, callback) {
      if (username === login?.user && password === login?.password) callback(null, { user: username })
      else callback(new Error('Invalid username or password'))
    },
    onRcptTo({ address }, _session, callback) {
      const refusal = refusals.get(address)
      if (refusal === undefined) callback()
      else callback(Object.assign(new Error(refusal.text), { responseCode: refusal.status }))
    },
    onData(stream, session, callback) {
      void receive(stream, session, callback)
    },
  }
  const server = new SMTPServer(options)
  const receive = async (stream: Readable, { envelope }: SMTPServerSession, callback: () => void) => {
    const mail = await PostalMime.parse(await buffer(stream))
    received.push({ ...mail, envelopeTo: envelope.rcptTo.map(({ address }) => address) })
    callback()
    server.emit('mail')
  }
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const port = portOf(server.server)
  const credentials =
    login === undefined ? '' : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    port,
    received,
    get connections() {
      return connections
    },
    refuse: (address, refusal) => void (refusal === null ? refusals.delete(address) : refusals.set(address, refusal)),
    async next() {
      const signal = AbortSignal.timeout(30_000)
      while (received.length <= taken) await once(server, 'mail', { signal })
      const mail = received[taken]
      taken += 1
      if (mail === undefined) throw new Error('no mail')
      return mail
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

/** The settings of a site that sends its mails to this server. */
export function mailSettingsOf({ url }: Pick<TestSmtpServer, 'url'>) {
  return { mode: 'production', mailUrl: url, mailFrom: 'Onair <no-reply@onair.example>' } as const
}
