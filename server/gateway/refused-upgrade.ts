import { redactHeaders, redactText } from '../infra/redact.ts'
import { truncate } from '../features/inspector/truncate.ts'
import type { Deps } from '../infra/deps.ts'
import type { RefusedUpgrade } from './engine-io/engine-io-3.ts'

/** Logs a websocket handshake that was refused, and records it for the inspector. */
export function reportRefusedUpgrade(
  { request, status, message }: RefusedUpgrade,
  { log, random, recorder }: Pick<Deps, 'log' | 'random' | 'recorder'>,
) {
  const { method = '', headers } = request
  const url = redactText(request.url ?? '')
  log.info({ method, url, status, message }, 'upgrade.refused')
  if (!recorder.isRecording(null)) return
  recorder.add({
    kind: 'request',
    name: `${method} /socket.io/`,
    traceId: random.uuid(),
    isAnonymous: true,
    status,
    detail: () => ({
      request: { method, url, headers: redactHeaders(headers), body: null },
      response: { headers: {}, body: truncate(JSON.stringify({ code: status, message })) },
    }),
  })
}
