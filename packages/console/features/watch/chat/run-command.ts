import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { formatExactDuration } from '../../../lib/time-phrase.ts'
import { language, strings } from '../../../locales/index.ts'
import type { ChatFeed } from './chat-feed.ts'
import { commandIn, parseCommand, type Command, type CommandError } from './commands.ts'
import { mutedPeople } from './muted-people.ts'

const { commands: t } = strings('watch')
const { moderation: endpoints } = consoleApi

/** A command that cannot be carried out. Its message is shown. */
class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal'
}

/** Carries out the command in a text. Returns what was done. */
export async function runCommand(
  text: string,
  channelId: string,
  feed: ChatFeed,
  isModerator: boolean,
): Promise<string> {
  const command = parseCommand(text)
  const isUnknown = 'error' in command && command.error === 'UNKNOWN'
  if (!isUnknown && commandIn(text, isModerator) === undefined)
    throw new CommandRefusal(isModerator ? t.forViewers : t.forModerators)
  if ('error' in command) throw new CommandRefusal(explain(command))
  return carryOut(command, channelId, feed)
}

function explain(wrong: CommandError): string {
  if (wrong.error === 'UNKNOWN') return t.unknown(wrong.name)
  return wrong.error === 'USAGE' ? t.usageOf(t.list[wrong.name].usage) : t.valuesOf(wrong.values.join(', '))
}

async function carryOut(command: Command, channelId: string, feed: ChatFeed): Promise<string> {
  const pathParams = { channelId }
  switch (command.name) {
    case 'timeout': {
      const person = await findPerson(command.person, feed)
      const target = { channelId, targetChannelId: person.channelId }
      await api(endpoints.restrictTemporarily, { pathParams: target, body: { seconds: command.seconds } })
      return t.timedOut(person.channelName, formatExactDuration(command.seconds, language))
    }
    case 'ban': {
      const person = await findPerson(command.person, feed)
      await api(endpoints.restrict, { pathParams: { channelId, targetChannelId: person.channelId } })
      return t.banned(person.channelName)
    }
    case 'unban':
      return t.unbanned(await release(command.person, channelId))
    case 'slow':
      await api(consoleApi.chatSettings.updateChatSettings, { pathParams, body: { chatSlowModeSec: command.seconds } })
      return command.seconds === 0 ? t.slowModeOff : t.slowMode(formatExactDuration(command.seconds, language))
    case 'followers': {
      const { minutes } = command
      const group =
        minutes === null
          ? ({ chatAvailableGroup: 'ALL' } as const)
          : ({ chatAvailableGroup: 'FOLLOWER', minFollowerMinute: minutes } as const)
      await api(consoleApi.chatSettings.updateChatSettings, { pathParams, body: group })
      if (minutes === null) return t.followersOff
      return minutes === 0 ? t.followers : t.followersSince(formatExactDuration(minutes * 60, language))
    }
    case 'subscribers': {
      const chatAvailableGroup = command.isOn ? 'SUBSCRIBER' : 'ALL'
      await api(consoleApi.chatSettings.updateChatSettings, { pathParams, body: { chatAvailableGroup } })
      return command.isOn ? t.subscribers : t.followersOff
    }
    case 'emoticons':
      await api(consoleApi.chatSettings.updateChatSettings, { pathParams, body: { chatEmojiMode: command.isOn } })
      return command.isOn ? t.emoticonMode : t.emoticonModeOff
    case 'mute': {
      const person = await findPerson(command.person, feed)
      mutedPeople.mute(person)
      return t.muted(person.channelName)
    }
    case 'unmute': {
      const muted = mutedPeople.list().filter(({ channelName }) => isSameName(channelName, command.person))
      if (muted.length === 0) throw new CommandRefusal(t.notMuted(command.person))
      const person = onlyOne(muted, command.person)
      mutedPeople.unmute(person.channelId)
      return t.unmuted(person.channelName)
    }
    case 'notice':
      await api(endpoints.putNotice, { pathParams, body: { message: command.text } })
      return t.noticePut
    case 'clear':
      await api(endpoints.clearChat, { pathParams })
      return t.cleared
    default:
      // The list of the input is the help.
      return ''
  }
}

type Person = { channelId: string; channelName: string }

/** The person of a name: someone in the chat, or else anyone on the site. */
async function findPerson(name: string, feed: ChatFeed): Promise<Person> {
  const inChat = feed
    .listMessages()
    .filter(({ profile }) => isSameName(profile.nickname, name))
    .map(({ senderChannelId, profile }) => ({ channelId: senderChannelId, channelName: profile.nickname }))
  const found =
    inChat.length > 0 ? inChat : (await api(consoleApi.audience.findChannels, { query: { nameOrId: name } })).data
  return onlyOne(found, name)
}

/** Releases the restricted person of a name. Returns the name. */
async function release(name: string, channelId: string): Promise<string> {
  const { data } = await api(endpoints.listRestricted, { pathParams: { channelId }, query: { name } })
  const restricted = data
    .filter((one) => isSameName(one.restrictedChannelName, name))
    .map((one) => ({ ...one, channelId: one.restrictedChannelId, channelName: one.restrictedChannelName }))
  if (restricted.length === 0) throw new CommandRefusal(t.notRestricted(name))
  const person = onlyOne(restricted, name)
  const endpoint = person.releaseDate === null ? endpoints.release : endpoints.releaseTemporarily
  await api(endpoint, { pathParams: { channelId, targetChannelId: person.channelId } })
  return person.channelName
}

const isSameName = (one: string, other: string) =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()

function onlyOne<P extends Person>(people: readonly P[], name: string): P {
  const [person, ...others] = new Map(people.map((one) => [one.channelId, one])).values()
  if (person === undefined) throw new CommandRefusal(t.noPerson(name))
  if (others.length > 0) throw new CommandRefusal(t.severalPeople(name))
  return person
}
