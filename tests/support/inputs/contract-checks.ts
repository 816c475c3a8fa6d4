import assert from 'node:assert/strict'
import type { Endpoint, WireProfile } from '@onair/contract'
import { createContentValidator } from './content-validator.ts'
import { invalidInputs } from './invalid-inputs.ts'
import { requestPath, type Operation, type OperationInput } from './operations.ts'
import { openRawClient } from '../clients/raw-client.ts'
import { connect, websocketUrl } from '../clients/session-client.ts'
import type { ApiResponse, Fixture, TestApp } from '../apps/test-app.ts'

export type Credentials = { token?: string; client?: Fixture['client'] }

/** A server of the open API, by its base URL, with what a caller needs to call each operation. */
export type ContractTarget = {
  profile: WireProfile
  operations: readonly Operation[]
  call: TestApp['call']
  client: Fixture['client']
  token: string
  /** Access tokens that must not work, by the reason. */
  badTokens: Record<string, string>
  /** A valid input with all fields. */
  inputFor(name: string): Promise<OperationInput>
  /** Valid credentials without the scope that the operation requires. */
  credentialsWithoutScope(endpoint: Endpoint): Promise<Credentials>
}

/** 401 for missing, unknown, expired and revoked credentials. */
export async function checkCredentials(target: ContractTarget): Promise<void> {
  const { badTokens, client, operations, profile, token } = target
  for (const { name, endpoint } of operations) {
    const expect401 = async (credentials: Credentials, message: string, label: string) =>
      assertError(await callEndpoint(target, endpoint, {}, credentials), [401, message], `${name}, ${label}`)
    if (endpoint.auth.kind === 'token') {
      await expect401({}, 'UNAUTHORIZED', 'no credentials')
      await expect401({ client }, 'UNAUTHORIZED', 'an application')
      await expect401({ token: 'unknown' }, 'INVALID_TOKEN', 'an unknown token')
      for (const [reason, bad] of Object.entries(badTokens)) await expect401({ token: bad }, 'INVALID_TOKEN', reason)
    }
    if (endpoint.auth.kind === 'client') {
      await expect401({}, 'UNAUTHORIZED', 'no credentials')
      if (endpoint.auth.acceptsToken && profile === 'observed') {
        const { body } = await callEndpoint(target, endpoint, await target.inputFor(name), { token })
        assert.equal(body.code, 200, `${name} with a token`)
        for (const [reason, bad] of Object.entries(badTokens)) await expect401({ token: bad }, 'INVALID_TOKEN', reason)
      } else await expect401({ token }, 'UNAUTHORIZED', 'a user')
      await expect401({ client: { ...client, clientSecret: 'wrong' } }, 'INVALID_CLIENT', 'a wrong secret')
      await expect401({ client: { ...client, clientId: 'unknown' } }, 'INVALID_CLIENT', 'an unknown application')
    }
    if (endpoint.auth.kind === 'none') {
      const { body } = await target.inputFor(name)
      for (const wrong of [{ clientSecret: 'wrong' }, { clientId: 'unknown' }]) {
        const response = await callEndpoint(target, endpoint, { body: { ...body, ...wrong } }, {})
        assertError(response, [401, 'INVALID_CLIENT'], `${name}, ${Object.keys(wrong).join()}`)
      }
    }
  }
}

/** 403 when the scope of the operation is missing. */
export async function checkScopes(target: ContractTarget): Promise<void> {
  for (const { name, endpoint } of target.operations) {
    const { auth, path } = endpoint
    if (!('scope' in auth) || auth.scope === null) continue
    const response = await callEndpoint(target, endpoint, {}, await target.credentialsWithoutScope(endpoint))
    assertError(response, missingScopeError(target.profile, path), name)
  }
}

/** 400 for every input that the contract forbids. Returns how many were sent. */
export async function checkInvalidInputs(target: ContractTarget): Promise<number> {
  let count = 0
  for (const { name, endpoint } of target.operations)
    for (const { input, field, problem } of invalidInputs(endpoint, await target.inputFor(name))) {
      const response = await callEndpoint(target, endpoint, input, credentialsFor(target, endpoint))
      const message = target.profile === 'observed' ? `${field} 값이 올바르지 않습니다.` : '잘못된 값을 입력했습니다.'
      assertError(response, [400, message], `${name}, ${field}: ${problem}`)
      count += 1
    }
  return count
}

/** 200 with exactly the content of the contract. Returns the operations that forbid caches to store the response. */
export async function checkContents(target: ContractTarget): Promise<string[]> {
  const notStored: string[] = []
  for (const { name, endpoint } of target.operations) {
    const input = await target.inputFor(name)
    const { status, headers, body } = await callEndpoint(target, endpoint, input, credentialsFor(target, endpoint))
    assert.deepEqual([name, status, body.message], [name, 200, null])
    assert.deepEqual([name, ...Object.keys(body)], [name, 'code', 'message', 'content'])
    assert.equal(body.code, 200)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(createContentValidator(endpoint)(body.content), null, name)
    if (headers.get('cache-control') === 'no-store' && headers.get('pragma') === 'no-cache') notStored.push(name)
    const { data } = (body.content ?? {}) as { data?: unknown[] }
    if (data !== undefined) assert.ok(data.length > 0, `${name} returned an empty list`)
  }
  return notStored
}

/** A message that is sent over HTTP arrives at a session that subscribed, once, and a session URL works once. */
export async function checkChatDelivery({ call, client, token, profile }: ContractTarget): Promise<void> {
  const { body } = await call('GET', '/open/v1/sessions/auth/client', { client })
  using session = await connect(body.content.url)
  const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`
  for (let times = 0; times < 2; times++) assert.equal((await call('POST', path, { token })).status, 200)
  const messages = ['안녕하세요 여러분', '그다음']
  for (const message of messages)
    assert.equal((await call('POST', '/open/v1/chats/send', { token, json: { message } })).status, 200)
  const received: unknown[] = []
  while (received.at(-1) !== messages.at(-1)) {
    const [event, payload] = await session.next()
    if (event === 'CHAT') received.push((profile === 'observed' ? JSON.parse(payload) : payload).content)
  }
  assert.deepEqual(received, messages)
  await assertRefused(body.content.url)
}

/** The client gets `error` with `auth fail`: as an event, or as the error packet of Socket.IO. */
async function assertRefused(sessionUrl: string): Promise<void> {
  const client = openRawClient(websocketUrl(sessionUrl))
  for (let frame: string | undefined = ''; !frame?.includes('"auth fail"'); [frame] = await client.read(1))
    assert.ok(frame !== undefined && !frame.includes('SYSTEM'), 'the session URL works twice')
  client.socket.terminate()
}

export async function callEndpoint(
  { call }: Pick<ContractTarget, 'call'>,
  endpoint: Endpoint,
  input: OperationInput,
  credentials: Credentials,
): Promise<ApiResponse> {
  const { body } = input
  return call(endpoint.method, requestPath(endpoint, input), { ...credentials, ...(body && { json: body }) })
}

export function assertError({ status, headers, body }: ApiResponse, expected: [number, string], label: string) {
  assert.deepEqual([label, status, body], [label, expected[0], { code: expected[0], message: expected[1] }])
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', label)
}

function credentialsFor({ client, token }: ContractTarget, { auth: { kind } }: Endpoint): Credentials {
  return { ...(kind === 'token' && { token }), ...(kind === 'client' && { client }) }
}

function missingScopeError(profile: WireProfile, path: string): [number, string] {
  if (profile === 'observed' && path.startsWith('/open/v1/sessions')) return [401, 'INVALID_TOKEN']
  if (profile === 'observed' && path.startsWith('/open/v1/drops')) return [403, '드롭스 스코프가 필요합니다.']
  return [403, 'FORBIDDEN']
}
