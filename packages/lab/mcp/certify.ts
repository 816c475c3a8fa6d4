import { sandboxApi } from '@onair/contract'
import { profiles, takesWebhooks, type Profile } from '../certify/profile.ts'
import { certify as run, checks } from '../certify/run.ts'
import { choice, integer, numberOf, text, urlOf, type ToolInput } from './arguments.ts'
import type { Target } from './target.ts'
import { readText } from './tools.ts'

export const certifyInput: ToolInput = {
  type: 'object',
  properties: {
    profile: choice(
      profiles,
      'bot answers in the chat, overlay only listens, receiver takes webhooks, drops gives the rewards of many claims',
    ),
    receiver: text('Webhook URL of the program; required for the profiles receiver and drops'),
    grants: text('URL at which a drops service lists what it granted: lines of JSON with channelId and rewardId'),
    clientId: text('Application of the program; the demo application if omitted'),
    probe: text('Chat message that a bot answers, with {text} for what its answer contains; "!ping {text}" if omitted'),
    only: choice(
      checks.map(({ id }) => id),
      'Only this check; all of the profile if omitted',
    ),
    claims: integer(2, 20, 'Claims of each check of a drops service; 2 if omitted'),
    timeoutSeconds: integer(1, 60, 'How long the program may take for each step; 10 if omitted'),
    waitSeconds: integer(1, 60, 'How long to wait for the session of a bot or an overlay; 10 if omitted'),
    withinSeconds: integer(1, 600, 'How long the service may take to find missed claims; 10 if omitted'),
  },
  required: ['profile'],
  additionalProperties: false,
}

/** Certifies a program that is running, as `onair certify` does. It starts none: a client could run any command with it. */
export async function certify(
  args: Record<string, unknown>,
  { baseUrl, createCaller, sandboxSecret }: Target,
): Promise<object> {
  const profile = args['profile'] as Profile
  const webhookUrl = takesWebhooks(profile) ? urlOf(args, 'receiver') : null
  const drops = {
    claims: profile === 'drops' ? numberOf(args, 'claims', 2) : 1,
    // The command also takes a file, which a client of this server must not read.
    grants: args['grants'] === undefined ? null : urlOf(args, 'grants'),
  }
  const only = readText(args, 'only')
  const { demo } = await createCaller({ baseUrl })(sandboxApi.demo.getOverview)
  const clientId = readText(args, 'clientId') ?? demo.clientId
  const program = {
    start: null,
    clientId,
    webhookUrl,
    waitMs: numberOf(args, 'waitSeconds', 10) * 1_000,
    reconcileMs: numberOf(args, 'withinSeconds', 10) * 1_000,
  }
  return run({
    sandbox: { baseUrl, sandboxSecret },
    name: webhookUrl ?? clientId,
    subject: { profile, probe: readText(args, 'probe') ?? '!ping {text}', program, drops },
    only: only === undefined ? null : [only],
    patienceMs: numberOf(args, 'timeoutSeconds', 10) * 1_000,
  })
}
