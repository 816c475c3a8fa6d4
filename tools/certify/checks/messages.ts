import { setTimeout as sleep } from 'node:timers/promises'
import { limits, type FaultRule } from '@onair/contract'
import { fail, notApplicable, pass, type Check, type Outcome } from '../check.ts'
import type { Lab } from '../lab.ts'
import { didNotReconnect, withFaults } from './sessions.ts'

const listeners = ['bot', 'overlay'] as const
const betweenMs = 50
const versioning = 'Specification, Versioning'
const eventsSection = 'Specification, Events: Session messages'

const survivesUnknownFields: Check = {
  id: 'unknown-fields',
  title: 'Survives unknown fields',
  profiles: listeners,
  points: 5,
  section: versioning,
  why: 'The interface grows: userRoleCode and chatChannelId were added to the chat event after its launch.',
  fix: 'Read the fields that you need and ignore the others. Do not refuse a payload that has more.',
  run: (lab) =>
    withFaults(
      lab,
      [{ kind: 'event-unknown-fields' }, { kind: 'event-unknown-fields', eventType: 'SYSTEM' }],
      async () => {
        if (lab.subject.profile !== 'bot') await lab.act(lab.nextText())
        return afterwards(lab, 'messages with unknown fields')
      },
    ),
}

const survivesUnknownEvents: Check = {
  id: 'unknown-event',
  title: 'Survives unknown event names',
  profiles: listeners,
  points: 5,
  section: versioning,
  why: 'SUBSCRIPTION was added after the launch. The next event name will arrive without notice.',
  fix: 'Handle the event names that you know, and ignore the others.',
  run: (lab) => survives(lab, 'an event FUTURE_EVENT', { kind: 'event-unknown-type', nth: 1 }),
}

const survivesUnknownSystemTypes: Check = {
  id: 'unknown-system-type',
  title: 'Survives unknown types of SYSTEM messages',
  profiles: listeners,
  points: 5,
  section: versioning,
  why: 'SYSTEM has four types today. A program that fails on a fifth fails for all its users at once.',
  fix: 'Compare type with those that you know, and ignore the others.',
  run: (lab) =>
    withFaults(lab, [{ kind: 'event-unknown-type', eventType: 'SYSTEM', nth: 1 }], async () => {
      // The first message of a session is SYSTEM connected.
      const before = lab.relay.sessions.length
      await lab.cut()
      const isBack = await lab.isReady()
      if (!isBack && lab.hasEnded() === null && lab.relay.sessions.length === before) return didNotReconnect
      if (isBack && (await lab.works())) return pass('It worked after SYSTEM future_type.')
      return fail(`It no longer worked after SYSTEM future_type. ${lab.describe()}`)
    }),
}

const handlesDoubledMessages: Check = {
  id: 'doubled-message',
  title: 'Handles a message that arrives twice once',
  profiles: listeners,
  points: 5,
  section: 'Onair, docs/sessions.md: eventId',
  why: 'A message can arrive twice, for example while one session replaces another. A bot that answers twice is visible to everyone.',
  fix: 'Remember a bounded number of eventId values, and ignore an event whose id you know.',
  run: (lab) =>
    withFaults(lab, [{ kind: 'event-doubled' }], async () => {
      const text = lab.nextText()
      await lab.act(text)
      if (lab.subject.profile === 'bot') {
        await lab.until(() => lab.repliesTo(text).length > 0)
        await lab.settle()
        const replies = lab.repliesTo(text)
        if (replies.length !== 1)
          return fail(`It answered ${replies.length} times to a message that arrived twice.`, replies)
      }
      return afterwards(lab, 'a message that arrived twice')
    }),
}

const handlesReorderedMessages: Check = {
  id: 'reordered-messages',
  title: 'Handles messages in another order',
  profiles: listeners,
  points: 5,
  section: `${eventsSection} (the order of delivery is not shown)`,
  why: 'The specification promises no order. A program that drops what seems to be late loses messages.',
  fix: 'Handle each message when it arrives. Use eventId, not messageTime, to find the ones that you know.',
  run: (lab) =>
    withFaults(lab, [{ kind: 'event-reordered', nth: 1 }], async () => {
      const texts = [lab.nextText(), lab.nextText()]
      for (const text of texts) {
        await lab.act(text)
        // So that the messages differ in messageTime.
        await sleep(betweenMs)
      }
      if (lab.subject.profile === 'bot') {
        const missing = () => texts.filter((text) => lab.repliesTo(text).length === 0)
        if (!(await lab.until(() => missing().length === 0)))
          return fail(
            `It answered ${2 - missing().length} of 2 messages that arrived in the other order. ${lab.describe()}`,
          )
      }
      return afterwards(lab, 'messages in another order')
    }),
}

const survivesMissingProfile: Check = {
  id: 'missing-profile',
  title: 'Survives a chat message without a profile',
  profiles: listeners,
  points: 5,
  section: `${eventsSection}: CHAT`,
  why: 'No field of profile is marked as required, and the public service sends messages whose profile is null.',
  fix: 'Read the nickname as profile?.nickname, with a default.',
  async run(lab) {
    if (!lab.session?.subscribed.has('CHAT')) return notApplicable('It does not subscribe to CHAT.')
    return withFaults(lab, [{ kind: 'event-without-profile' }], async () => {
      await lab.act(lab.nextText())
      await lab.settle()
      return afterwards(lab, 'messages without a profile')
    })
  },
}

const survivesAnonymousDonation: Check = {
  id: 'anonymous-donation',
  title: 'Survives an anonymous donation',
  profiles: listeners,
  points: 5,
  section: `${eventsSection}: DONATION`,
  why: 'An anonymous donation has no channel of a donor: donatorChannelId is empty.',
  fix: 'Do not look up the channel of a donor when donatorChannelId is empty.',
  async run(lab) {
    if (!lab.session?.subscribed.has('DONATION')) return notApplicable('It does not subscribe to DONATION.')
    await lab.donate(lab.nextText(), null)
    return afterwards(lab, 'an anonymous donation')
  },
}

const handlesLongMessages: Check = {
  id: 'long-message',
  title: `Handles messages of ${limits.messageLength} characters`,
  profiles: ['bot'],
  points: 5,
  section: 'Specification, Limits: chat message length',
  why: `A message has at most ${limits.messageLength} characters. A bot that quotes one with its own words exceeds them, and the API refuses the answer with 400.`,
  fix: 'Cut the answer to the limit, counted in code points.',
  async run(lab) {
    const since = lab.relay.now()
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
    if (refused.length > 0) return fail(`The API refused ${refused.length} of its messages with 400.`, refused)
    return afterwards(lab, `a message of ${limits.messageLength} characters`)
  },
}

const handlesEmoticons: Check = {
  id: 'emoticons',
  title: 'Handles emoticons',
  profiles: listeners,
  points: 5,
  section: `${eventsSection}: emojis`,
  why: 'The content of a message holds {:id:} for each emoticon, and emojis has their addresses. Both are empty most of the time.',
  fix: 'Read emojis as a map from id to address, and keep {:id:} in the text that you send.',
  async run(lab) {
    await lab.act(`${lab.nextText()} {:smile:}{:clap:}`)
    await lab.settle()
    return afterwards(lab, 'a message with two emoticons')
  },
}

export const messageChecks = {
  survivesUnknownFields,
  survivesUnknownEvents,
  survivesUnknownSystemTypes,
  handlesDoubledMessages,
  handlesReorderedMessages,
  survivesMissingProfile,
  survivesAnonymousDonation,
  handlesLongMessages,
  handlesEmoticons,
}

/** Lets something happen with this fault, and sees whether the program still works in the same session. */
async function survives(lab: Lab, what: string, rule: FaultRule): Promise<Outcome> {
  return withFaults(lab, [rule], async () => {
    await lab.act(lab.nextText())
    await lab.settle()
    return afterwards(lab, what)
  })
}

async function afterwards(lab: Lab, what: string): Promise<Outcome> {
  const works = await lab.works()
  if (works && lab.isSameSession) return pass(`It worked in the same session after ${what}.`)
  if (works) return fail(`Its session ended after ${what}.`)
  return fail(`It no longer worked after ${what}. ${lab.describe()}`)
}
