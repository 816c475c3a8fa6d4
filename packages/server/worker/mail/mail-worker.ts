import { queuePasswordResets } from '../../features/accounts/links/request-password-reset.ts'
import { canMail } from '../../shared/can-mail.ts'
import { measureMails } from '../../features/mail/mail-store.ts'
import {
  endMail,
  leaseMails,
  postponeMail,
  recordMail,
  toOutgoingMail,
  type LeasedMail,
} from '../../features/mail/send-mails.ts'
import type { Mailer, MailResult } from '../../infra/mail/mailer.ts'
import type { Deps } from '../../infra/deps.ts'
import { clockTopic, mailsTopic, subscribe } from '../../shared/bus-messages.ts'
import { keepFor } from '../../shared/keep-for.ts'
import { repeat, type Repeat } from '../../shared/repeat.ts'

/** The interval in process time. A message of `mailsTopic` starts a poll earlier. */
const pollIntervalMs = 5_000
/** Mails that a worker sends at the same time. */
const batchSize = 8
/** The end of an attempt, before its lease ends. */
const deadlineMs = 30_000
/** How long a worker that stops waits for its attempts. */
const stopMs = 3_000

/** Sends mails when they are due. Where no mail is sent, there is no worker. */
export async function openMailWorker(deps: Deps): Promise<AsyncDisposable> {
  if (!canMail(deps)) return { async [Symbol.asyncDispose]() {} }
  const worker = new MailWorker(deps)
  const poll = () => worker.poll()
  const subscriptions = [await subscribe(deps.bus, mailsTopic, poll), await subscribe(deps.bus, clockTopic, poll)]
  const observed = observeQueue(deps)
  poll()
  return {
    async [Symbol.asyncDispose]() {
      observed[Symbol.dispose]()
      for (const subscription of subscriptions) await subscription[Symbol.asyncDispose]()
      await worker[Symbol.asyncDispose]()
    },
  }
}

class MailWorker implements AsyncDisposable {
  readonly #deps: Deps
  readonly #polling: Repeat
  readonly #stopping = new AbortController()
  /** Opened with the first mail, so that a site that sends none does not load it. */
  #mailer: Promise<Mailer> | null = null

  constructor(deps: Deps) {
    const { clock, log } = deps
    this.#deps = deps
    const onError = (error: unknown) => log.error({ error }, 'mail.poll_failed')
    this.#polling = repeat(() => this.#sendDue(), { clock, intervalMs: pollIntervalMs, onError })
  }

  poll(): void {
    this.#polling.runNow()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    using _ = this.#deps.clock.after(stopMs, () => this.#stopping.abort())
    await this.#polling[Symbol.asyncDispose]()
  }

  async #sendDue(): Promise<void> {
    const mayWait = await queuePasswordResets(this.#deps)
    const mails = await leaseMails(batchSize, this.#deps)
    const onError = (error: unknown) => this.#deps.log.error({ error }, 'mail.record_failed')
    await Promise.all(mails.map((mail) => this.#send(mail).catch(onError)))
    if (mayWait || mails.length === batchSize) this.poll()
  }

  async #send(mail: LeasedMail): Promise<void> {
    const { clock, hooks } = this.#deps
    const change = (await hooks.onMail?.(mail.id, clock.now())) ?? null
    if (change === null) await recordMail(mail, await this.#attempt(mail), this.#deps)
    else if ('postponedTo' in change) await postponeMail(mail, change.postponedTo, this.#deps)
    else await endMail(mail, change, this.#deps)
  }

  async #attempt(mail: LeasedMail): Promise<MailResult> {
    const { clock, config, policy } = this.#deps
    if (policy.keepsMails || config.mailUrl === null || config.mailFrom === null) return { sent: true }
    this.#mailer ??= openMailer({ url: config.mailUrl, from: config.mailFrom })
    const mailer = await this.#mailer
    const deadline = new AbortController()
    using _ = clock.after(deadlineMs, () => deadline.abort())
    return mailer.send(toOutgoingMail(mail, this.#deps), AbortSignal.any([deadline.signal, this.#stopping.signal]))
  }
}

async function openMailer(options: { url: string; from: string }): Promise<Mailer> {
  const { smtpMailer } = await import('../../infra/mail/mailer.ts')
  return smtpMailer(options)
}

/** Reads the queue once for both metrics, at most once in five seconds. */
function observeQueue({ clock, db, metrics }: Deps): Disposable {
  const measure = keepFor(5_000, clock, () => measureMails(db.read, clock.now()))
  const stack = new DisposableStack()
  stack.use(metrics.observe('onair_mails_waiting', async () => (await measure()).waiting))
  stack.use(metrics.observe('onair_mail_oldest_due_age_seconds', async () => (await measure()).oldestDueSec))
  return stack
}
