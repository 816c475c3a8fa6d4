import type { Endpoint } from '@onair/contract'
import type { Config } from '@onair/server/config/config.ts'
import { invalidInputs } from '../inputs/invalid-inputs.ts'
import { requestPath, type OperationInput } from '../inputs/operations.ts'
import type { TestAppOptions } from './test-app.ts'
import { openTestChannel } from './test-channel.ts'
import { httpBrowser, type HttpBrowser } from '../clients/http-browser.ts'

/** A test channel, and people who are signed in on the web pages. */
export async function openConsoleTestApp(
  settings: Partial<Config> = {},
  options: Pick<TestAppOptions, 'log' | 'metrics' | 'openExtension' | 'out' | 'startsAt'> = {},
) {
  await using opening = new AsyncDisposableStack()
  const testChannel = opening.use(await openTestChannel({ settings, ...options }))
  const createSignedInPerson = async (channelName: string) => {
    const person = await testChannel.act('createPerson', { channelName })
    const browser = httpBrowser(testChannel.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: person.channelId, email: person.email, password: person.password }
  }
  const viewer = await createSignedInPerson('시청자')
  opening.move()
  return { ...testChannel, signedIn: createSignedInPerson, viewer }
}

/** The status and message of an error response. */
export const statusAndMessage = ({ status, body }: { status: number; body: { message: string | null } }) => [
  status,
  body.message,
]

/** Calls an endpoint with each invalid input, and returns those that were not rejected with the field and an error code. */
export async function findAcceptedInvalidInputs(
  browser: HttpBrowser,
  endpoint: Endpoint,
  validInput: OperationInput,
): Promise<string[]> {
  const accepted: string[] = []
  for (const { input, field, problem } of invalidInputs(endpoint, validInput)) {
    const path = requestPath(endpoint, input).replace('/console/v1', '')
    const { status, body } = await browser.callConsole(endpoint.method, path, input.body)
    const isRejected = status === 400 && body.message?.startsWith(`잘못된 값을 입력했습니다. (${field}`)
    const named = problem.endsWith('in the list') ? `${field}[0]` : field
    const hasErrorReason = body.reason?.field === named && body.reason.code !== 'INVALID_VALUE'
    if (!isRejected || !hasErrorReason) accepted.push(`${field}: ${problem}: ${status} ${body.message}`)
  }
  return accepted
}
