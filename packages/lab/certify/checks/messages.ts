import { limits, type FaultRule } from '@onair/contract'
import { fail, notApplicable, pass, type Check, type Outcome } from '../check.ts'
import type { Lab } from '../lab.ts'
import type { ParamsOf } from '../locales/texts.ts'
import { seen } from '../seen.ts'
import { withFaults } from './faults.ts'
import { didNotReconnect } from './session-requests.ts'

const listeners = ['bot', 'overlay'] as const
const betweenMs = 50

const survivesUnknownFields: Check = {
  id: 'unknown-fields',
  profiles: listeners,
  points: 5,
  run: (lab) =>
    survivesEach(lab, 'UNKNOWN_FIELDS', [
      { kind: 'event-unknown-fields' },
      { kind: 'event-unknown-fields', eventType: 'SYSTEM' },
    ]),
}

const survivesUnknownValues: Check = {
  id: 'unknown-values',
  profiles: listeners,
  points: 5,
  explainedBy: { 'unknown-fields': 'any' },
  run: (lab) => survivesEach(lab, 'UNKNOWN_VALUES', [{ kind: 'event-unknown-values' }]),
}

const survivesUnknownEvents: Check = {
  id: 'unknown-event',
  profiles: listeners,
  points: 5,
  run: (lab) => survives(lab, 'UNKNOWN_EVENT', { kind: 'event-unknown-type', nth: 1 }),
}

const survivesUnknownSystemTypes: Check = {
  id: 'unknown-system-type',
  profiles: listeners,
  points: 5,
  explainedBy: { 'reconnect-cut': 'any' },
  run: (lab) =>
    withFaults(lab, [{ kind: 'event-unknown-type', eventType: 'SYSTEM', nth: 1 }], async () => {
      const stimulus = 'UNKNOWN_SYSTEM_TYPE'
      // The first message of a session is SYSTEM connected.
      const before = lab.traffic.sessions.length
      await lab.cut()
      const isBack = await lab.isReady()
      if (!isBack && lab.hasEnded() === null && lab.traffic.sessions.length === before) return didNotReconnect
      if (isBack && (await lab.works())) return pass(seen('WORKED_IN_NEXT_SESSION', { stimulus }))
      return fail([seen('BROKEN_AFTER', { stimulus }), ...lab.describe()])
    }),
}

const handlesDoubledMessages: Check = {
  id: 'doubled-message',
  profiles: listeners,
  points: 5,
  run: (lab) =>
    withFaults(lab, [{ kind: 'event-doubled' }], async () => {
      const text = lab.nextText()
      await lab.act(text)
      if (lab.profile === 'bot') {
        await lab.until(() => lab.repliesTo(text).length > 0)
        await lab.settle()
        const replies = lab.repliesTo(text)
        if (replies.length !== 1) return fail(seen('ANSWERED_REPEATEDLY', { count: replies.length }), replies)
      }
      return afterwards(lab, 'DOUBLED_MESSAGE')
    }),
}

const handlesReorderedMessages: Check = {
  id: 'reordered-messages',
  profiles: listeners,
  points: 5,
  run: (lab) =>
    withFaults(lab, [{ kind: 'event-reordered', nth: 1 }], async () => {
      const texts = [lab.nextText(), lab.nextText()]
      for (const text of texts) {
        await lab.act(text)
        // So that the messages differ in messageTime.
        await lab.sleep(betweenMs)
      }
      if (lab.profile === 'bot') {
        const missing = () => texts.filter((text) => lab.repliesTo(text).length === 0)
        if (!(await lab.until(() => missing().length === 0)))
          return fail([seen('ANSWERED_SOME', { count: texts.length - missing().length }), ...lab.describe()])
      }
      return afterwards(lab, 'REORDERED_MESSAGES')
    }),
}

const survivesMissingProfile: Check = {
  id: 'missing-profile',
  profiles: listeners,
  points: 5,
  async run(lab) {
    if (!lab.session?.subscribed.has('CHAT')) return notApplicable(seen('NOT_SUBSCRIBED_TO', { eventType: 'CHAT' }))
    return withFaults(lab, [{ kind: 'event-without-profile' }], async () => {
      await lab.act(lab.nextText())
      await lab.settle()
      return afterwards(lab, 'MISSING_PROFILE')
    })
  },
}

const survivesAnonymousDonation: Check = {
  id: 'anonymous-donation',
  profiles: listeners,
  points: 5,
  async run(lab) {
    if (!lab.session?.subscribed.has('DONATION'))
      return notApplicable(seen('NOT_SUBSCRIBED_TO', { eventType: 'DONATION' }))
    await lab.donate(lab.nextText(), null)
    return afterwards(lab, 'ANONYMOUS_DONATION')
  },
}

const handlesLongMessages: Check = {
  id: 'long-message',
  profiles: ['bot'],
  points: 5,
  async run(lab) {
    const since = lab.traffic.now()
    const text = lab.nextText()
    const start = `${lab.probeMessage(text)} `
    await lab.chat(
      start +
        '긴말👋'
          .repeat(40)
          .slice(0, 160)
          .match(/./gsu)!
          .slice(0, limits.messageLength - Array.from(start).length)
          .join(''),
    )
    await lab.until(() => lab.repliesTo(text, { sent: false }).some(({ status }) => status !== 0))
    await lab.settle()
    const refused = lab.requests.filter(
      ({ at, path, status }) => at > since && path === '/open/v1/chats/send' && status === 400,
    )
    if (refused.length > 0) return fail(seen('MESSAGES_REFUSED', { count: refused.length }), refused)
    return afterwards(lab, 'LONG_MESSAGE')
  },
}

const handlesEmoticons: Check = {
  id: 'emoticons',
  profiles: listeners,
  points: 5,
  async run(lab) {
    await lab.act(`${lab.nextText()} {:smile:}{:clap:}`)
    await lab.settle()
    return afterwards(lab, 'EMOTICONS')
  },
}

export const messageChecks = {
  survivesUnknownFields,
  survivesUnknownValues,
  survivesUnknownEvents,
  survivesUnknownSystemTypes,
  handlesDoubledMessages,
  handlesReorderedMessages,
  survivesMissingProfile,
  survivesAnonymousDonation,
  handlesLongMessages,
  handlesEmoticons,
}

type Stimulus = ParamsOf<'WORKED_AFTER'>['stimulus']

/** Lets something happen with this fault, and sees whether the program still works in the same session. */
async function survives(lab: Lab, stimulus: Stimulus, rule: FaultRule): Promise<Outcome> {
  return withFaults(lab, [rule], async () => {
    await lab.act(lab.nextText())
    await lab.settle()
    return afterwards(lab, stimulus)
  })
}

/** The same for an event of each type that the program is subscribed to, with these faults. */
async function survivesEach(lab: Lab, stimulus: Stimulus, rules: readonly FaultRule[]): Promise<Outcome> {
  return withFaults(lab, rules, async () => {
    for (const eventType of lab.subscribed) {
      await lab.act(lab.nextText(), eventType)
      await lab.settle()
      const outcome = await afterwards(lab, stimulus)
      if (outcome.verdict !== 'pass') return { ...outcome, seen: [seen('GOT_EVENT', { eventType }), ...outcome.seen] }
    }
    return pass(seen('WORKED_AFTER', { stimulus }))
  })
}

async function afterwards(lab: Lab, stimulus: Stimulus): Promise<Outcome> {
  const works = await lab.works()
  if (works && lab.isSameSession) return pass(seen('WORKED_AFTER', { stimulus }))
  if (works) return fail(seen('SESSION_ENDED_AFTER', { stimulus }))
  return fail([seen('BROKEN_AFTER', { stimulus }), ...lab.describe()])
}
