import { deliveryStates } from '@onair/contract'
import { loadApp } from '../features/apps/app-store.ts'
import { deliveriesOf, deliveryOf } from '../features/webhooks/delivery-log.ts'
import { sendAgain, type SentAgain } from '../features/webhooks/send-again.ts'
import { isUuid } from '../kit/ids.ts'
import { dataDir, openBeside } from './beside.ts'
import { command, CouldNot, momentIn, UsageFault } from './command.ts'
import { say, tell } from './say.ts'

const everyCommand = { ...dataDir, json: { says: 'print JSON' } } as const
const clientId = { value: '<client id>', isNeeded: true } as const
const since = { value: '<moment>', says: 'those made from then on: 2026-07-18T14:32:12Z' } as const

/** Shows the notifications of an application, newest first. */
export const listDeliveries = command({
  words: 'deliveries list',
  does: 'List the notifications of an application, newest first',
  takes: { clientId },
  options: {
    state: { value: '<state>', says: 'those in this state', oneOf: deliveryStates },
    since,
    next: { value: '<next>', says: 'on from where the last answer ended' },
    ...dataDir,
    json: { says: 'print JSON, a line for each' },
  },
  async run({ clientId, state, since, next, json, ...where }, env) {
    const wanted = deliveryStates.find((one) => one === state)
    const from = momentIn('since', since)
    await using world = await openBeside(where, env)
    await refuseUnknownApp(clientId, world)
    const asked = { ...(wanted && { state: wanted }), ...(next !== undefined && { next }), size: 100 }
    const found = await deliveriesOf(clientId, { ...asked, since: from }, world)
    if (!json && found.data.length === 0) say('There is no such notification.')
    for (const one of found.data) say(json ? JSON.stringify(one) : lineOf(one))
    if (found.page.next !== null) (json ? tell : say)(`More with --next ${found.page.next}`)
  },
})

type Listed = Awaited<ReturnType<typeof deliveriesOf>>['data'][number]

function lineOf({ deliveryId, createdDate, state, attempts, last }: Listed): string {
  return `${createdDate}  ${deliveryId}  ${state.padEnd(9)}  ${attempts} sent  ${last?.reason ?? ''}`.trimEnd()
}

/** Shows one notification with everything that was sent and answered. */
export const showDelivery = command({
  words: 'deliveries show',
  does: 'Show one notification, with all that was sent and answered',
  takes: { deliveryId: { value: '<delivery id>', isNeeded: true } },
  options: everyCommand,
  async run({ deliveryId, json, ...where }, env) {
    await using world = await openBeside(where, env)
    const found = isUuid(deliveryId) ? await deliveryOf(deliveryId, world) : null
    if (found === null) throw new CouldNot(`There is no notification ${deliveryId}.`)
    const { content } = found
    if (json) return say(JSON.stringify(content))
    say(`${content.deliveryId}  ${content.state}, made ${content.createdDate} for ${found.clientId}`)
    for (const attempt of content.attemptsMade) showAttempt(attempt, content.body?.text ?? '')
  },
})

/** Sends notifications again: those named, or those since a moment that were missed. */
export const sendDeliveriesAgain = command({
  words: 'deliveries resend',
  does: 'Send notifications again: these, or those since then that were missed',
  takes: { clientId, deliveryIds: { value: '<delivery id>', isMany: true } },
  options: { since, all: { says: 'with --since: those that arrived too' }, ...everyCommand },
  async run({ clientId, deliveryIds, since, all, json, ...where }, env) {
    if ((deliveryIds.length === 0) === (since === undefined))
      throw new UsageFault('deliveries resend needs either ids of notifications or --since.')
    const wrong = deliveryIds.find((id) => !isUuid(id))
    if (wrong !== undefined) throw new CouldNot(`There is no notification ${wrong}.`)
    const from = momentIn('since', since)
    await using world = await openBeside(where, env)
    await refuseUnknownApp(clientId, world)
    const asked = {
      ...(from === undefined ? { deliveryIds } : { since: from }),
      which: all ? ('ALL' as const) : ('MISSED' as const),
    }
    let sent: SentAgain = { data: [], next: '0' }
    let count = 0
    while (sent.next !== null) {
      sent = await sendAgain(clientId, { ...asked, next: sent.next }, world)
      count += sent.data.length
      if (json) for (const one of sent.data) say(JSON.stringify(one))
    }
    if (!json) say(`${count} ${count === 1 ? 'notification is' : 'notifications are'} sent again.`)
  },
})

async function refuseUnknownApp(clientId: string, { db }: Awaited<ReturnType<typeof openBeside>>) {
  if ((await loadApp(db.read, clientId)) === null) throw new CouldNot(`There is no application ${clientId}.`)
}

type Shown = NonNullable<Awaited<ReturnType<typeof deliveryOf>>>['content']

function showAttempt(
  { resendNo, beganDate, tookMs, reason, url, headers, answer }: Shown['attemptsMade'][number],
  body: string,
) {
  const which = resendNo === 0 ? 'First attempt' : `Resend ${resendNo}`
  say(`\n${which} at ${beganDate}, ${tookMs ?? '?'} ms: ${reason ?? 'under way'}`)
  say(`> POST ${url}`)
  for (const [name, value] of Object.entries(headers)) say(`> ${name}: ${value}`)
  say(`>\n> ${body}`)
  if (answer === null) return
  for (const [name, value] of Object.entries(answer.headers)) say(`< ${name}: ${[value].flat().join(', ')}`)
  say(`<\n< ${answer.body.text}${answer.truncated ? ' …' : ''}`)
}
