import type { IncomingHttpHeaders } from 'node:http'

const hostName = /(?:^|[/.])chzzk\.naver\.com(?:[:/]|$)/i
const agentName = /chzzk|\bbuzzk\b/i

/** Whether the headers of a request are those of a client of the public service: its host names, or the name of a library for it. */
export function isOfPublicService({ host, origin, referer, 'user-agent': agent }: IncomingHttpHeaders): boolean {
  return [host, origin, referer].some((address) => hostName.test(address ?? '')) || agentName.test(agent ?? '')
}
