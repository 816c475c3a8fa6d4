import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import { formatReason, type ErrorReason } from '@onair/contract'
import { PublishError } from '../rtmp/publisher.ts'
import { abortable, connectTo, secure } from './connect-to.ts'
import {
  parseRtmpTarget,
  refusalForAddresses,
  resolveHost,
  type AddressPolicy,
  type ResolveHost,
  type Target,
} from './ssrf-guard.ts'

/** Connections to RTMP servers that users chose, under the rules of webhooks: none reaches an internal address. */
export type OutboundRtmp = {
  /** The error if this URL is never allowed, or null. `connect` also checks the addresses that the host resolves to. */
  refusalFor(url: string): ErrorReason | null
  /** Opens a connection, with TLS for `rtmps:`. Rejects with a `PublishError`, or with the reason of the signal. */
  connect(url: string, signal: AbortSignal): Promise<Socket>
}

export type OutboundRtmpOptions = AddressPolicy & {
  /** A certificate authority in PEM format, trusted in addition to the public ones. */
  extraCa?: string
  resolve?: ResolveHost
}

export function outboundRtmp({ extraCa, resolve = resolveHost, ...policy }: OutboundRtmpOptions): OutboundRtmp {
  let secureContext = extraCa === undefined ? null : createSecureContext({ ca: [...getCACertificates(), extraCa] })
  const findAddresses = async (target: Target, signal: AbortSignal) => {
    const addresses = target.addresses ?? (await abortable(resolve(target.host, signal), signal).catch(() => []))
    signal.throwIfAborted()
    const refusal = refusalOf(target, addresses)
    if (refusal === null) return addresses
    const failure = refusal.code === 'HOST_NOT_FOUND' ? 'HOST_NOT_FOUND' : 'ADDRESS_NOT_ALLOWED'
    throw new PublishError(formatReason(refusal), failure)
  }
  return {
    refusalFor(url) {
      const target = parseRtmpTarget(url, policy)
      if ('refusal' in target) return target.refusal
      return target.addresses && refusalOf(target, target.addresses)
    },
    async connect(url, signal) {
      const target = parseRtmpTarget(url, policy)
      if ('refusal' in target) throw new PublishError(formatReason(target.refusal), 'ADDRESS_NOT_ALLOWED')
      const plain = connectTo(target, await findAddresses(target, signal))
      try {
        await once(plain, 'connect', { signal })
        if (!/^rtmps:/i.test(url)) return plain
        secureContext ??= createSecureContext()
        return await secure(plain, target.host, { secureContext, signal })
      } catch (error) {
        plain.destroy()
        signal.throwIfAborted()
        const { code, message } = error as NodeJS.ErrnoException
        throw new PublishError(code ?? message, 'CONNECTION_FAILED')
      }
    },
  }
}

function refusalOf(target: Target, addresses: string[]): ErrorReason | null {
  return refusalForAddresses(target, addresses, 'RESTREAM_ADDRESS_NOT_ALLOWED')
}
