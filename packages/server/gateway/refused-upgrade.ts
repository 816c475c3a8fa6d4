import { redactHeaders, redactText } from '../infra/observability/redact.ts'
import { clientAddress } from './client-network.ts'
import { ipPrefix } from '../shared/networks/ip-prefix.ts'
import type { RefusalSums } from '../shared/callers/refusal-sums.ts'
import { cutForLog } from '../shared/text.ts'
import { truncate } from '../features/inspector/truncate.ts'
import type { Deps } from '../infra/deps.ts'
import type { RefusedUpgrade } from './engine-io/engine-io-3.ts'

type ReportDeps = Pick<Deps, 'config' | 'log' | 'random' | 'recorder'> & { refusals: RefusalSums }

/** Logs a websocket handshake that was refused, and records it for the inspector. */
export function reportRefusedUpgrade(
  { request, status, message, headers: responseHeaders }: RefusedUpgrade,
  { config, log, random, recorder, refusals }: ReportDeps,
) {
  const { method = '', headers } = request
  const network = ipPrefix(clientAddress(request, config))
  const isLogged = refusals.isFirst(network, message)
  const isRecorded = recorder.isRecording(null)
  if (!isLogged && !isRecorded) return
  const url = redactText(request.url ?? '')
  if (isLogged) log.info({ method, url: cutForLog(url), status, network, message }, 'upgrade.refused')
  if (!isRecorded) return
  recorder.add({
    kind: 'request',
    name: `${method} /socket.io/`,
    traceId: random.uuid(),
    isAnonymous: true,
    status,
    detail: () => ({
      request: { method, url, headers: redactHeaders(headers), body: null },
      response: { headers: responseHeaders, body: truncate(JSON.stringify({ code: status, message })) },
    }),
  })
}
