import { deliveryStates } from '@onair/contract'
import { readConfig } from '../config.ts'
import { loadOffset } from '../features/sandbox/clock-store.ts'
import { deliveriesOf, deliveryOf, momentOf } from '../features/webhooks/delivery-log.ts'
import { sendAgain, type SentAgain } from '../features/webhooks/send-again.ts'
import { isUuid } from '../kit/ids.ts'
import { openWorldBeside } from '../open-world.ts'
import { offsetClock } from '../world/clock.ts'
import { silentLog } from '../world/log.ts'
import { optionsOf, UsageFault, type Env } from './command.ts'

const everyCommand = { 'data-dir': { type: 'string' }, json: { type: 'boolean' } } as const

/** Shows the notifications of an application, newest first. */
export async function listDeliveries([clientId, ...args]: string[], env: Env): Promise<void> {
  const { state, since, next, json, ...options } = optionsOf(args, {
    ...everyCommand,
    state: { type: 'string' },
    since: { type: 'string' },
    next: { type: 'string' },
  })
  if (!isId(clientId)) throw new UsageFault('deliveries list needs a client id.')
  const wanted = deliveryStates.find((one) => one === state)
  if (state !== undefined && wanted === undefined)
    throw new UsageFault(`--state is one of ${deliveryStates.join(', ')}.`)
  await using world = await openBeside(options, env)
  const asked = { ...(wanted && { state: wanted }), ...(next !== undefined && { next }), size: 100 }
  const found = await deliveriesOf(clientId, { ...asked, since: momentOf('since', since) }, world)
  if (json) return say(JSON.stringify(found))
  for (const { deliveryId, createdDate, state, attempts, last } of found.data)
    say(`${createdDate}  ${deliveryId}  ${state.padEnd(9)}  ${attempts} sent  ${last?.reason ?? ''}`.trimEnd())
  if (found.page.next !== null) say(`More with --next ${found.page.next}`)
}

/** Shows one notification with everything that was sent and answered. */
export async function showDelivery([deliveryId, ...args]: string[], env: Env): Promise<void> {
  const { json, ...options } = optionsOf(args, everyCommand)
  if (!isId(deliveryId)) throw new UsageFault('deliveries show needs the id of a notification.')
  await using world = await openBeside(options, env)
  const found = isUuid(deliveryId) ? await deliveryOf(deliveryId, world) : null
  if (found === null) throw new UsageFault(`There is no notification ${deliveryId}.`)
  const { content } = found
  if (json) return say(JSON.stringify(content))
  say(`${content.deliveryId}  ${content.state}, made ${content.createdDate} for ${found.clientId}`)
  for (const { resendNo, beganDate, tookMs, reason, url, headers, answer } of content.attemptsMade) {
    say(
      `\n${resendNo === 0 ? 'First attempt' : `Resend ${resendNo}`} at ${beganDate}, ${tookMs ?? '?'} ms: ${reason ?? 'under way'}`,
    )
    say(`> POST ${url}`)
    for (const [name, value] of Object.entries(headers)) say(`> ${name}: ${value}`)
    say(`>\n> ${content.body?.text ?? ''}`)
    if (answer === null) continue
    for (const [name, value] of Object.entries(answer.headers)) say(`< ${name}: ${[value].flat().join(', ')}`)
    say(`<\n< ${answer.body.text}${answer.truncated ? ' …' : ''}`)
  }
}

/** Sends notifications again: those named, or those since a moment that were missed. */
export async function sendDeliveriesAgain([clientId, ...args]: string[], env: Env): Promise<void> {
  const named = args.findIndex((arg) => arg.startsWith('-'))
  const deliveryIds = named === -1 ? args : args.slice(0, named)
  const { since, all, json, ...options } = optionsOf(args.slice(deliveryIds.length), {
    ...everyCommand,
    since: { type: 'string' },
    all: { type: 'boolean' },
  })
  if (!isId(clientId) || (deliveryIds.length === 0) === (since === undefined))
    throw new UsageFault('deliveries resend needs a client id, and either ids of notifications or --since.')
  const wrong = deliveryIds.find((id) => !isUuid(id))
  if (wrong !== undefined) throw new UsageFault(`There is no notification ${wrong}.`)
  await using world = await openBeside(options, env)
  const asked = {
    ...(since === undefined ? { deliveryIds } : { since: momentOf('since', since) }),
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
}

/** Also while the platform runs, and by its time. */
async function openBeside(options: { 'data-dir'?: string | undefined }, env: Env) {
  const dataDir = options['data-dir']
  const config = readConfig({ ...env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) })
  const clock = offsetClock()
  const world = await openWorldBeside({ config, clock, log: silentLog })
  clock.moveTo(await loadOffset(world.db.read))
  return world
}

function isId(given: string | undefined): given is string {
  return given !== undefined && !given.startsWith('-')
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
}
