import { sandboxSecret } from '@onair/sandbox/demo/sandbox-secret.ts'
import { createSandbox } from '@onair/sandbox/sandbox.ts'
import type { OpenExtension } from '@onair/server/extension.ts'
import { openTestApp, type Fixture, type TestApp, type TestAppOptions } from './test-app.ts'
import { openTestChannel, type TestChannelOptions } from './test-channel.ts'

type CallSandbox = (method: string, path: string, json?: unknown) => Promise<any>
/** A test app that has the sandbox. */
export type SandboxApp = WithSandbox<TestApp>
type WithSandbox<App> = App & {
  /** Calls a sandbox endpoint that must succeed, and returns the content. */
  sandbox: CallSandbox
}
/** `demo` creates the demo people and application. */
export type SandboxAppOptions = Omit<TestAppOptions, 'openExtension'> & { demo?: boolean }

/** The platform with the sandbox, or without it in production. */
export async function openSandboxApp({ demo = false, ...options }: SandboxAppOptions = {}): Promise<SandboxApp> {
  const hasSandbox = options.settings?.mode !== 'production'
  return addSandbox(await openTestApp({ ...options, ...(hasSandbox && { openExtension: testSandbox({ demo }) }) }))
}

/** The sandbox as an extension of a test app, with the demo people and application or without them. */
export function testSandbox({ demo = false } = {}): OpenExtension {
  return async (deps, source) => {
    const extension = await createSandbox()(deps, source)
    return demo ? extension : { ...extension, prepare: async () => {} }
  }
}

/** Adds the calls of the sandbox API to a test app that was opened with `testSandbox`. */
export function addSandbox<App extends TestApp>(testApp: App): WithSandbox<App> {
  const sandbox: CallSandbox = async (method, path, json) => {
    const secret = sandboxSecret(testApp.deps)
    const { status, body } = await testApp.call(method, `/sandbox/v1${path}`, {
      json,
      ...(secret && { token: secret }),
    })
    if (status !== 200) throw new Error(`${method} ${path} returned ${JSON.stringify(body)}`)
    return body.content
  }
  return { ...testApp, sandbox }
}

export type SandboxChannel = Awaited<ReturnType<typeof openSandboxChannel>>

/** A test channel that has the sandbox. */
export async function openSandboxChannel(options: Omit<TestChannelOptions, 'openExtension'> = {}) {
  return addSandbox(await openTestChannel({ ...options, openExtension: testSandbox() }))
}

/** Creates a person, an application with all scopes, and tokens of the person for it, through the sandbox API. */
export async function createFixtureInSandbox(sandbox: SandboxApp['sandbox'], app: object): Promise<Fixture> {
  const { channelId, channelName } = await sandbox('POST', '/people', { channelName: '방송인' })
  const client = await sandbox('POST', '/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback', ...app })
  const { accessToken, refreshToken } = await sandbox('POST', '/grants', { clientId: client.clientId, channelId })
  return { channelId, channelName, client, token: accessToken, refreshToken }
}
