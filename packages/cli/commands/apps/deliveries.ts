import { deliveryStates, formatFailure, type AttemptFailureCode, type Failure } from '@onair/contract'
import type * as DeliveryLog from '@onair/server/features/webhooks/delivery-log.ts'
import type { ResendResult } from '@onair/server/features/webhooks/resend.ts'
import { isUuid } from '@onair/server/shared/ids.ts'
import { dataDirOption, openData } from '../data/open-data.ts'
import { defineCommand, CommandError, parseTimestampOption, UsageError } from '../../command.ts'
import { print, printToStderr } from '../../print.ts'

const commonOptions = { ...dataDirOption, json: { description: 'print JSON' } } as const
const clientId = { placeholder: '<client id>', isRequired: true } as const
const since = {
  placeholder: '<timestamp>',
  description: 'only deliveries created since: 2026-07-18T14:32:12Z',
} as const

const endpoint = {
  placeholder: '<endpoint id>',
  description: 'only deliveries to this endpoint; the client id for the registered webhook',
} as const

export const listDeliveries = defineCommand({
  name: 'deliveries list',
  summary: 'List the deliveries of an application, newest first',
  positionals: { clientId },
  options: {
    state: { placeholder: '<state>', description: 'only deliveries in this state', choices: deliveryStates },
    endpoint,
    since,
    next: { placeholder: '<next>', description: 'cursor of the next page' },
    ...dataDirOption,
    json: { description: 'print JSON lines' },
  },
  async run({ clientId, state, endpoint, since, next, json, ...location }, env) {
    const stateFilter = deliveryStates.find((choice) => choice === state)
    const sinceMs = parseTimestampOption('since', since)
    await using deps = await openData(location, env)
    await requireApp(clientId, deps)
    const { listDeliveries: list } = await import('@onair/server/features/webhooks/delivery-log.ts')
    const filter = {
      ...(stateFilter && { state: stateFilter }),
      ...(endpoint !== undefined && { endpointId: endpoint }),
      ...(next !== undefined && { next }),
      size: 100,
    }
    const result = await list(clientId, { ...filter, since: sinceMs }, deps)
    if (!json && result.data.length === 0) print('No delivery matches.')
    for (const delivery of result.data) print(json ? JSON.stringify(delivery) : formatDelivery(delivery, clientId))
    if (result.page.next !== null) (json ? printToStderr : print)(`Next page: --next ${result.page.next}`)
  },
})

type DeliveryRow = Awaited<ReturnType<typeof DeliveryLog.listDeliveries>>['data'][number]

function formatDelivery(
  { deliveryId, endpointId, createdDate, state, attempts, last }: DeliveryRow,
  clientId: string,
): string {
  const attemptCount = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  const to = endpointId === clientId ? '' : `  to endpoint ${endpointId}`
  return `${createdDate}  ${deliveryId}  ${state.padEnd(9)}  ${attemptCount}${to}  ${last ? formatResult(last) : ''}`.trimEnd()
}

/** Why an attempt failed, or the status of the response that ended it. Empty while the attempt runs. */
function formatResult({ failure, status }: { failure: Failure<AttemptFailureCode> | null; status: number | null }) {
  return failure ? formatFailure(failure) : status === null ? '' : `responded with status ${status}`
}

export const showDelivery = defineCommand({
  name: 'deliveries show',
  summary: 'Show a delivery with its requests and responses',
  positionals: { deliveryId: { placeholder: '<delivery id>', isRequired: true } },
  options: commonOptions,
  async run({ deliveryId, json, ...location }, env) {
    await using deps = await openData(location, env)
    const { getDelivery } = await import('@onair/server/features/webhooks/delivery-log.ts')
    const result = isUuid(deliveryId) ? await getDelivery(deliveryId, deps) : null
    if (result === null) throw new CommandError(`There is no delivery ${deliveryId}.`)
    const { content } = result
    if (json) return print(JSON.stringify(content))
    print(`${content.deliveryId}  ${content.state}, created ${content.createdDate} for ${result.clientId}`)
    for (const attempt of content.attemptsMade) printAttempt(attempt, content.body?.text ?? '')
  },
})

export const resendDeliveries = defineCommand({
  name: 'deliveries resend',
  summary: 'Resend deliveries by id, or those since a time that were not delivered',
  positionals: { clientId, deliveryIds: { placeholder: '<delivery id>', isRepeatable: true } },
  options: {
    since,
    endpoint: { ...endpoint, description: `with --since: ${endpoint.description}` },
    all: { description: 'with --since: also those that were delivered' },
    ...commonOptions,
  },
  async run({ clientId, deliveryIds, since, endpoint, all, json, ...location }, env) {
    if ((deliveryIds.length === 0) === (since === undefined))
      throw new UsageError('deliveries resend requires either delivery ids or --since.')
    if (endpoint !== undefined && since === undefined)
      throw new UsageError('deliveries resend accepts --endpoint only with --since.')
    const invalidId = deliveryIds.find((id) => !isUuid(id))
    if (invalidId !== undefined) throw new CommandError(`There is no delivery ${invalidId}.`)
    const sinceMs = parseTimestampOption('since', since)
    await using deps = await openData(location, env)
    await requireApp(clientId, deps)
    const filter = {
      ...(sinceMs === undefined ? { deliveryIds } : { since: sinceMs }),
      ...(endpoint !== undefined && { endpointId: endpoint }),
      which: all ? ('ALL' as const) : ('MISSED' as const),
    }
    const { recordCommand } = await import('../record-command.ts')
    await recordCommand('deliveries resend', { clientId }, deps)
    const { resendDeliveries: resend } = await import('@onair/server/features/webhooks/resend.ts')
    let batch: ResendResult = { data: [], next: '0' }
    let count = 0
    while (batch.next !== null) {
      batch = await resend(clientId, { ...filter, next: batch.next }, deps)
      count += batch.data.length
      if (json) for (const delivery of batch.data) print(JSON.stringify(delivery))
    }
    if (!json) print(`${count} ${count === 1 ? 'delivery' : 'deliveries'} queued for resending.`)
  },
})

async function requireApp(clientId: string, { db }: Awaited<ReturnType<typeof openData>>) {
  const { loadApp } = await import('@onair/server/features/apps/app-store.ts')
  if ((await loadApp(db.read, clientId)) === null) throw new CommandError(`There is no application ${clientId}.`)
}

type DeliveryDetail = NonNullable<Awaited<ReturnType<typeof DeliveryLog.getDelivery>>>['content']

function printAttempt(
  { retryNo, beganDate, tookMs, failure, status, url, headers, response }: DeliveryDetail['attemptsMade'][number],
  body: string,
) {
  const label = retryNo === 0 ? 'First attempt' : `Retry ${retryNo}`
  print(`\n${label} at ${beganDate}, ${tookMs ?? '?'} ms: ${formatResult({ failure, status }) || 'in flight'}`)
  print(`> POST ${url}`)
  for (const [name, value] of Object.entries(headers)) print(`> ${name}: ${value}`)
  print(`>\n> ${body}`)
  if (response === null) return
  for (const [name, value] of Object.entries(response.headers)) print(`< ${name}: ${[value].flat().join(', ')}`)
  print(`<\n< ${response.body.text}${response.truncated ? ' …' : ''}`)
}
