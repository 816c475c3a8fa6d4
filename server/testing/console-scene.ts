import type { Endpoint } from '@onair/contract'
import type { Config } from '../config.ts'
import { brokenInputs } from './broken-inputs.ts'
import { addressOf, type Given } from './operations.ts'
import { openStudio } from './studio.ts'
import { visitor, type Visitor } from './visitor.ts'

/** A streamer with their application, and people who are signed in on our pages; the streamer is one of them. */
export async function openConsole(settings: Partial<Config> = {}) {
  await using opening = new AsyncDisposableStack()
  const studio = opening.use(await openStudio({ settings }))
  const signedIn = async (channelName: string) => {
    const person = await studio.play('POST', '/people', { channelName })
    const browser = visitor(studio.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: person.channelId as string, email: person.email as string }
  }
  const viewer = await signedIn('시청자')
  opening.move()
  return { ...studio, signedIn, viewer }
}

/** Status and message of an answer, which is what a refusal consists of. */
export const told = ({ status, body }: { status: number; body: { message: string | null } }) => [status, body.message]

/** Asks an operation with each thing that its contract demands broken in turn; answers what was not refused with the field and a reason by their names. */
export async function takenThough(who: Visitor, endpoint: Endpoint, valid: Given): Promise<string[]> {
  const taken: string[] = []
  for (const { given, field, how } of brokenInputs(endpoint, valid)) {
    const path = addressOf(endpoint, given).replace('/console/v1', '')
    const { status, body } = await who.ask(endpoint.method, path, given.body)
    const isRefused = status === 400 && body.message?.startsWith(`잘못된 값을 입력했습니다. (${field}`)
    const isNamed = body.why?.field === field && body.why.reason !== 'DOES_NOT_FIT'
    if (!isRefused || !isNamed) taken.push(`${field}: ${how}: ${status} ${body.message}`)
  }
  return taken
}
