import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import type { Tokens } from '../http.ts'
import { ConsentError, consentUrl, createState, exchangeRedirect, type ConsentOptions } from './consent.ts'
import { openBrowser } from './open-browser.ts'

export interface LoopbackConsentOptions extends ConsentOptions {
  /** Shows the address to the user. Default: standard error has it, and a browser is opened where one can be. */
  openUrl?: (url: string) => void
  /** How long the user has, in milliseconds. Default: 300,000. */
  timeoutMs?: number
  /** Stops waiting, and rejects with the reason of the signal. */
  signal?: AbortSignal
}

/**
 * Asks the user of a command line for consent: listens at the redirect URI, which must be `http` at a loopback host with
 * the registered port, opens the page, and returns the tokens. RFC 8252, 7.3. Throws `ConsentError`, or `ApiError` if the
 * code cannot be exchanged.
 */
export async function requestConsent(options: LoopbackConsentOptions): Promise<Tokens> {
  const { openUrl = showUrl, timeoutMs = 300_000, signal } = options
  const redirect = requireLoopback(options.redirectUri)
  signal?.throwIfAborted()
  const state = createState()
  const { server, answered } = createRedirectServer(options, redirect, state)
  const { promise: ended, reject: end } = Promise.withResolvers<never>()
  const timer = setTimeout(() => end(new ConsentError('TIMEOUT')), timeoutMs)
  const onAbort = () => end(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  try {
    server.listen(Number(redirect.port || 80), redirect.hostname.replace(/^\[|\]$/g, ''))
    await Promise.race([once(server, 'listening'), ended])
    openUrl(consentUrl(options, state))
    return await Promise.race([answered, ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    server.close()
    server.closeAllConnections()
  }
}

function requireLoopback(redirectUri: string): URL {
  const url = new URL(redirectUri)
  if (url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) return url
  throw new TypeError(`The redirect URI ${redirectUri} is not http at a loopback host, such as 127.0.0.1.`)
}

/** Answers the redirect of the browser. Requests with another path or state, which anyone can send, do not end the wait. */
function createRedirectServer(options: ConsentOptions, redirect: URL, state: string) {
  const { promise: answered, resolve, reject } = Promise.withResolvers<Tokens>()
  let isAnswered = false
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', redirect)
    if (url.pathname !== redirect.pathname) return sendPage(response, 404, 'There is no such page.')
    if (isAnswered || url.searchParams.get('state') !== state)
      return sendPage(response, 400, 'This address does not answer the request of the program.')
    isAnswered = true
    try {
      const tokens = await exchangeRedirect(options, url.href, state)
      await sendPage(response, 200, 'The program has access now. You can close this page.')
      resolve(tokens)
    } catch (error) {
      await sendPage(response, 400, 'The program has no access. You can close this page.')
      reject(error)
    }
  }
  const server: Server = createServer((request, response) => void answer(request, response))
  return { server, answered }
}

/** Resolves when the page has left, or the browser has. */
function sendPage(response: ServerResponse, status: number, text: string): Promise<void> {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    // The address of the page has the code.
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'",
    Connection: 'close',
  })
  response.end(`<!doctype html><html lang="en"><title>Onair</title><p>${text}</p></html>`)
  return finished(response).catch(() => {})
}

function showUrl(url: string): void {
  process.stderr.write(`Allow the access in a browser: ${url}\n`)
  openBrowser(url)
}
