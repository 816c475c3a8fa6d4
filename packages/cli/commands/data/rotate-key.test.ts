import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { overlayScopes } from '@onair/contract'
import { hashSecret, unseal } from '@onair/server/shared/secrets.ts'
import { readConfig } from '@onair/server/config/config.ts'
import { registerApp } from '@onair/server/features/apps/register-app.ts'
import { loadSigningSecrets } from '@onair/server/features/apps/secrets/signing-secrets.ts'
import { renewGrant } from '@onair/server/features/auth/renew-grant.ts'
import { getOverlayUrl, replaceToken } from '@onair/server/features/overlays/overlays.ts'
import { createWebhookEndpoint } from '@onair/server/features/webhooks/endpoints.ts'
import { loadEndpointSecrets } from '@onair/server/features/webhooks/endpoint-secrets.ts'
import { leaseEncoderCuts, streamKeyOf } from '@onair/server/features/lives/encoder-cuts/cut-encoders.ts'
import { insertEncoderCut } from '@onair/server/features/lives/encoder-cuts/encoder-cut-store.ts'
import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import { createPerson } from '@onair/server/features/accounts/sign-up/create-person.ts'
import {
  confirmAuthenticator,
  createAuthenticator,
} from '@onair/server/features/accounts/second-factor/authenticator.ts'
import { createWebSession } from '@onair/server/features/accounts/sign-in/web-session.ts'
import { lockDirectory } from '@onair/server/infra/db/embedded/directory-lock.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { storeNewKey } from '@onair/server/infra/files/key-files.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { systemRandom } from '@onair/server/infra/random.ts'
import { restreamKeySeal, createRestreamTarget } from '@onair/server/features/video/restream/restream-targets.ts'
import { openProgram } from '@onair/server/program.ts'
import { authenticatorCode } from '../../../../tests/support/clients/authenticator-app.ts'
import { connectionUrl, openTestDatabase } from '../../../../tests/support/programs/databases.ts'
import { runCommandHere } from '../../../../tests/support/programs/program.ts'

describe('onair key rotate', () => {
  test('seals every stored secret with ONAIR_SECRET_KEY, after which the data opens without the previous key', async () => {
    await using database = await openTestDatabase()
    const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
    const env = {
      ONAIR_PORT: '0',
      ONAIR_RTMP_PORT: 'off',
      ONAIR_ARGON_MEMORY_KIB: '8',
      ONAIR_MODE: 'production',
      ONAIR_DATABASE_URL: connectionUrl(database.connection),
    }
    const open = (keys: Record<string, string>) =>
      openProgram({ config: readConfig({ ...env, ...keys }), log: silentLog })

    await using old = await open({ ONAIR_SECRET_KEY: oldKey })
    const { clientId, clientSecret } = await registerApp({ name: 'bot', redirectUri: 'https://a.example/' }, old.deps)
    const person = { channelName: '방송인', email: 'a@example.com', password: 'a long enough password' }
    const { channelId } = await createPerson(person, old.deps)
    const streamKey = await getStreamKey(channelId, old.deps)
    const queued = { channelId, wasLive: true, now: old.deps.clock.now() }
    await old.deps.db.transaction((tx) => insertEncoderCut(tx, queued))
    const sentTo = { name: 'other', rtmpUrl: 'rtmp://live.example.com/app', streamKey: 'key there', isEnabled: false }
    const { targetId } = await createRestreamTarget({ channelId, ...sentTo }, old.deps)
    const hook = { clientId, name: 'hook', url: 'https://receiver.example/hook' }
    const { endpointId, secret } = await createWebhookEndpoint(hook, old.deps)
    const overlay = { channelId, kind: 'chat' as const, clientId }
    const grantId = await renewGrant({ clientId, channelId, scopes: overlayScopes.chat }, old.deps)
    const overlayUrl = await replaceToken({ ...overlay, grantId }, old.deps)
    const session = await createWebSession(
      channelId,
      { previous: null, browser: { userAgent: null, ip: null } },
      old.deps,
    )
    const sessionHash = hashSecret(session?.secret ?? '')
    const visitor = { ...person, channelId, sessionHash, hasSecondFactor: false }
    const { secret: appSecret } = await createAuthenticator(visitor, old.deps)
    await old[Symbol.asyncDispose]()

    const both = { ONAIR_SECRET_KEY: newKey, ONAIR_SECRET_KEY_PREVIOUS: oldKey }
    const rotated = await runCommandHere(['key', 'rotate'], { ...env, ...both })
    assert.deepEqual([rotated.code, rotated.stderr], [0, ''])
    assert.match(
      rotated.stdout,
      /^Encrypted 1 client secrets, 1 secrets of webhook endpoints, 1 stream keys, 1 keys of restream targets, 1 URLs of overlays and 1 authenticator secrets with the key [\da-f]{16}\.\nRemove ONAIR_SECRET_/,
    )
    const again = await runCommandHere(['key', 'rotate'], { ...env, ...both })
    assert.match(
      again.stdout,
      /^Encrypted 0 client secrets, 0 secrets of webhook endpoints, 0 stream keys, 0 keys of restream targets, 0 URLs of overlays and 0 authenticator secrets/,
    )

    const entries = await runCommandHere(['audit', '--action', 'operator.command_run', '--json'], { ...env, ...both })
    const commands = entries.stdout.trim().split('\n')
    const counts = commands.map((line) => JSON.parse(line)).filter(({ detail }) => detail.command === 'key rotate')
    assert.equal(
      counts.reduce((sum, { count }) => sum + count, 0),
      2,
    )

    await assert.rejects(open({ ONAIR_SECRET_KEY: oldKey }), /sealed with another key/)
    await using renewed = await open({ ONAIR_SECRET_KEY: newKey })
    assert.equal(await getStreamKey(channelId, renewed.deps), streamKey)
    const [cut] = await leaseEncoderCuts(1, renewed.deps)
    assert.ok(cut)
    assert.equal(streamKeyOf(cut, renewed.deps), streamKey)
    const { sealed } = await renewed.deps.db.read
      .selectFrom('restream_target')
      .select('sealed')
      .executeTakeFirstOrThrow()
    assert.equal(unseal(sealed, restreamKeySeal(targetId), renewed.deps.programKey), sentTo.streamKey)
    const code = authenticatorCode(appSecret, renewed.deps.clock.now())
    const codes = await confirmAuthenticator(visitor, code, renewed.deps)
    assert.equal(codes.length, 10)
    assert.equal((await getOverlayUrl(channelId, 'chat', renewed.deps)).split('#')[1], overlayUrl.split('#')[1])
    const signing = await renewed.deps.db.transaction((tx) => loadSigningSecrets(tx, [clientId], renewed.deps))
    assert.equal(signing.get(clientId), clientSecret)
    const ofEndpoint = await renewed.deps.db.transaction((tx) =>
      loadEndpointSecrets(tx, [{ clientId, endpointId }], renewed.deps),
    )
    assert.deepEqual(ofEndpoint.get(endpointId), [secret])
  })

  test('stores a new key in the data directory, and continues after an interruption', async () => {
    using folder = createTempFolder()
    const location = ['--data-dir', folder.path]
    const [file, previous] = [join(folder.path, 'secret-key'), join(folder.path, 'secret-key.previous')]
    const app = ['--name', 'bot', '--redirect-uri', 'http://127.0.0.1:9/']
    const { clientId } = JSON.parse((await runCommandHere(['app', 'create', ...app, ...location, '--json'])).stdout)
    const oldKey = readFileSync(file, 'utf8')

    await storeNewKey(folder.path, systemRandom)
    const newKey = readFileSync(file, 'utf8')
    assert.notEqual(newKey, oldKey)
    assert.equal(readFileSync(previous, 'utf8'), oldKey)
    {
      using _ = lockDirectory(folder.path)
      const refused = await runCommandHere(['key', 'rotate', ...location])
      assert.deepEqual([refused.code, refused.stdout], [1, ''])
      assert.match(refused.stderr, /^onair: The server is running\. Stop it, .*\n$/)
    }
    const { code, stdout } = await runCommandHere(['key', 'rotate', ...location])
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^Encrypted 1 client secrets, 0 secrets of webhook endpoints, 0 stream keys, 0 keys of restream targets, 0 URLs of overlays and 0 authenticator secrets/,
    )
    assert.deepEqual([readFileSync(file, 'utf8'), existsSync(previous)], [newKey, false])
    assert.equal((await runCommandHere(['secret', 'rotate', clientId, ...location])).code, 0)
  })

  test('without data it stores no key', async () => {
    using folder = createTempFolder()
    const { code, stderr } = await runCommandHere(['key', 'rotate', '--data-dir', folder.path])
    assert.equal(code, 1)
    assert.match(stderr, /^onair: There is no data in /)
    assert.equal(existsSync(join(folder.path, 'secret-key')), false)
  })
})
