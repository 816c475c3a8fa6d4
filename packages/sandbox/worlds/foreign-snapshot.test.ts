import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { createClient, sandboxApi } from '@onair/sdk'
import { readConfig } from '@onair/server/config/config.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { openProgram } from '@onair/server/program.ts'
import { connectionUrl, openTestDatabase } from '../../../tests/support/programs/databases.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { sandboxSecret } from '../demo/sandbox-secret.ts'
import { createSandbox } from '../sandbox.ts'
import { WorldHost } from './world-host.ts'

const { demo, people, snapshots } = sandboxApi

/** The installation of one operator: a public sandbox that can be started again. */
async function openInstallation() {
  await using opening = new AsyncDisposableStack()
  const folder = opening.use(createTempFolder())
  const { connection } = opening.use(await openTestDatabase())
  const secretKey = randomBytes(32)
  const config = readConfig({
    ONAIR_PORT: '0',
    ONAIR_ARGON_MEMORY_KIB: '8',
    ONAIR_SANDBOX_PUBLIC: 'true',
    ONAIR_DATA_DIR: folder.path,
    ONAIR_SECRET_KEY: secretKey.toString('base64'),
    ONAIR_DATABASE_URL: connectionUrl(connection),
  })
  const opened = opening.move()
  return {
    secretKey,
    async start() {
      await using starting = new AsyncDisposableStack()
      const host = starting.use(new WorldHost({ config, log: silentLog, onFailure: assert.fail }))
      const openExtension = createSandbox((source) => host.copiesOf(source, null))
      const program = starting.use(await openProgram({ config, log: silentLog, openExtension, endsGracefully: false }))
      const { baseUrl } = program.deps.addresses
      const clientWith = (secret: string) => createClient({ baseUrl, credentials: { sandboxSecret: secret } })
      const secret = sandboxSecret(program.deps) ?? ''
      const started = starting.move()
      return {
        program,
        secret,
        call: clientWith(secret),
        clientWith,
        [Symbol.asyncDispose]: () => started.disposeAsync(),
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const theirs = { snapshotName: 'theirs' }

describe('the snapshot of another installation', () => {
  test('changes no secret of the public sandbox that restores it, and is sealed with its key', async () => {
    await using author = await openInstallation()
    await using own = await openInstallation()
    await using foreign = await author.start()
    const person = await foreign.call(people.createPerson, { body: { channelName: '방송인' } })
    const { channelId } = person
    const studioOf = async ({ program }: typeof foreign) => {
      const browser = httpBrowser(program.deps.addresses.baseUrl)
      await browser.signIn(person.email, person.password)
      return browser
    }
    const studio = await studioOf(foreign)
    const { overlayUrl } = (await studio.callConsole('POST', '/overlays/chat/url', {})).body.content
    const push = {
      endpoint: 'https://push.example/browser',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    assert.equal((await studio.callConsole('PUT', '/push', push)).status, 200)
    await foreign.call(snapshots.saveSnapshot, { body: theirs })
    const { file } = await foreign.call(snapshots.exportSnapshot, { pathParams: theirs })

    const content = gunzipSync(Buffer.from(file, 'base64')).toString('latin1')
    for (const key of [author.secretKey, foreign.program.deps.installationKey])
      for (const form of ['base64', 'hex', 'latin1'] as const) assert.equal(content.includes(key.toString(form)), false)

    const passwordOf = async ({ call }: typeof foreign) => (await call(demo.getOverview)).demo.people[0]?.password
    let secretBefore: string
    let passwordBefore: string | undefined
    {
      await using restoring = await own.start()
      secretBefore = restoring.secret
      passwordBefore = await passwordOf(restoring)
      await restoring.call(snapshots.importSnapshot, { pathParams: theirs, body: { file } })
      await restoring.call(snapshots.restoreSnapshot, { pathParams: theirs })
      assert.equal((await restoring.call(people.listPeople, { query: { name: channelId } })).data.length, 1)
      // A copy sends nothing to the browsers of the original.
      const { db } = restoring.program.deps
      assert.deepEqual(await db.read.selectFrom('push_subscription').select('id').execute(), [])
      assert.equal(await passwordOf(restoring), passwordBefore)
      for (const guess of [foreign.secret, 'onair-demo'])
        await assert.rejects(restoring.clientWith(guess)(demo.getOverview), { status: 401 })
    }
    await using restarted = await own.start()
    assert.equal(restarted.secret, secretBefore)
    assert.notEqual(await passwordOf(restarted), await passwordOf(foreign))
    const restored = await (await studioOf(restarted)).callConsole('GET', '/overlays/chat/url')
    const { hash, search } = new URL(restored.body.content.overlayUrl)
    assert.equal(hash + search, new URL(overlayUrl).hash + new URL(overlayUrl).search)
  })

  test('is refused where a secret in it cannot be unsealed, and the data stays', async () => {
    await using author = await openInstallation()
    await using own = await openInstallation()
    await using foreign = await author.start()
    const { db } = foreign.program.deps
    await sql`update app_secret set sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1)`.execute(db.read)
    await foreign.call(snapshots.saveSnapshot, { body: theirs })
    const { file } = await foreign.call(snapshots.exportSnapshot, { pathParams: theirs })
    await using restoring = await own.start()
    const { channelId } = await restoring.call(people.createPerson, { body: { channelName: '방송인' } })
    await restoring.call(snapshots.importSnapshot, { pathParams: theirs, body: { file } })
    await assert.rejects(restoring.call(snapshots.restoreSnapshot, { pathParams: theirs }), { status: 400 })
    assert.equal((await restoring.call(people.listPeople, { query: { name: channelId } })).data.length, 1)
  })
})
