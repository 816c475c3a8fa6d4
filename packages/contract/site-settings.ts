import type { Static } from 'typebox'
import { Type } from './type.ts'

/** The most characters of each text. */
export const siteTextLengths = {
  name: 40,
  accent: 7,
  contact: 200,
  banner: 300,
  welcome: 1_000,
  footer: 500,
  document: 50_000,
}

const text = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '^[^\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u001f\\u007f]*$', description })

export const signUpModes = ['OPEN', 'INVITATION', 'APPROVAL', 'CLOSED'] as const
export type SignUpMode = (typeof signUpModes)[number]

export const streamerGroups = ['ALL', 'APPROVED', 'OPERATORS'] as const
export type StreamerGroup = (typeof streamerGroups)[number]
/** Why a person may not go live. */
export const streamingRefusals = [
  'STREAMING_FOR_APPROVED',
  'STREAMING_FOR_OPERATORS',
  'STREAMING_BLOCKED',
  'STREAMING_BLOCKED_UNTIL',
] as const

/** The most mail domains of a list. */
export const maxMailDomains = 200

/** A domain includes its subdomains. */
const mailDomains = (description: string) =>
  Type.Array(Type.String({ maxLength: 253, pattern: '^[a-z0-9.-]+$' }), { maxItems: maxMailDomains, description })

/** The most words of a list, and characters of each. */
export const siteWords = { most: 1_000, length: 30 }

const words = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: siteWords.length, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }), {
    maxItems: siteWords.most,
    description,
  })

/** The settings that are lists of words. */
export const wordLists = ['refusedWords', 'reviewedWords', 'wordExceptions', 'reservedNames'] as const
export type WordList = (typeof wordLists)[number]

export const wordLevels = ['REFUSE', 'REVIEW'] as const
export type WordLevel = (typeof wordLevels)[number]
/** How a word was read in a text: as it is written, with its letters apart, as single letters of Hangul, or in characters that look alike. */
export const wordReadings = ['WRITTEN', 'SPLIT', 'LETTERS', 'LOOK_ALIKE'] as const
export type WordReading = (typeof wordReadings)[number]
/** Why a person may not choose a name. */
export const nameRefusalCodes = ['OFFICIAL_NAME', 'REFUSED_WORD', 'MIXED_SCRIPTS', 'LOOKS_LIKE_NAME'] as const
export type NameRefusalCode = (typeof nameRefusalCodes)[number]
export type FoundWord = { word: string; level: WordLevel; reading: WordReading }

/** The settings of a site that its operators change while it runs, in the operator's area. An empty text is not shown. */
export const siteSettings = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: siteTextLengths.name,
    pattern: '^[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
    description: 'The name of the site, on its pages and in its mails',
  }),
  accent: Type.String({
    maxLength: siteTextLengths.accent,
    pattern: '^(#[0-9a-f]{6})?$',
    description: 'The colour of buttons and links, as #rrggbb; its lightness is adjusted to be legible',
  }),
  welcome: text(siteTextLengths.welcome, 'The text at the top of the home page'),
  banner: text(siteTextLengths.banner, 'A notice at the top of every page'),
  footer: text(siteTextLengths.footer, 'The text at the bottom of every page'),
  contact: Type.String({
    maxLength: siteTextLengths.contact,
    pattern: '^([^\\s@<>":]{1,64}@[^\\s@<>"]{1,130}|https://[^\\s<>"]{1,190})?$',
    description: 'An email address or an https address that reaches the operators',
  }),
  signUp: Type.Enum([...signUpModes], {
    description:
      'Who can create an account; INVITATION: with a link of an operator; APPROVAL: whom an operator or moderator approves',
  }),
  hasSignUpPuzzle: Type.Boolean({ description: 'Whether browsers solve a puzzle at sign-up, which slows robots' }),
  streamers: Type.Enum([...streamerGroups], {
    description: 'Who can go live; APPROVED: people whom an operator lets stream, and operators',
  }),
  allowedMailDomains: mailDomains('The domains of email addresses that may be used; empty: all'),
  refusedMailDomains: mailDomains('The domains of email addresses that may not be used'),
  refusedWords: words('Words that the site refuses in chat messages, donations, titles of lives and names'),
  reviewedWords: words('Words whose chat messages are shown, and are in the reports'),
  wordExceptions: words('Words in which a refused or reviewed word is accepted'),
  reservedNames: words('Names that no name of a person or an application may contain, beside the name of the site'),
  isIndexed: Type.Boolean({ description: 'Whether search engines may list the public pages' }),
  showsSoftware: Type.Boolean({ description: 'Whether the bottom of every page names the software' }),
})
export type SiteSettings = Static<typeof siteSettings>

const wordsChange = Type.Object({ added: words('Words to add'), removed: words('Words to remove') })
export type WordsChange = Static<typeof wordsChange>

const settings = siteSettings.properties

/** Some of the settings. Of a list of words, the changes: another operator may change it at the same time. */
export const siteSettingsChange = Type.Object({
  name: Type.Optional(settings.name),
  accent: Type.Optional(settings.accent),
  welcome: Type.Optional(settings.welcome),
  banner: Type.Optional(settings.banner),
  footer: Type.Optional(settings.footer),
  contact: Type.Optional(settings.contact),
  signUp: Type.Optional(settings.signUp),
  hasSignUpPuzzle: Type.Optional(settings.hasSignUpPuzzle),
  streamers: Type.Optional(settings.streamers),
  allowedMailDomains: Type.Optional(settings.allowedMailDomains),
  refusedMailDomains: Type.Optional(settings.refusedMailDomains),
  refusedWords: Type.Optional(wordsChange),
  reviewedWords: Type.Optional(wordsChange),
  wordExceptions: Type.Optional(wordsChange),
  reservedNames: Type.Optional(wordsChange),
  isIndexed: Type.Optional(settings.isIndexed),
  showsSoftware: Type.Optional(settings.showsSoftware),
} satisfies Record<keyof SiteSettings, object>)
export type SiteSettingsChange = Static<typeof siteSettingsChange>

export const defaultSiteSettings: SiteSettings = {
  name: 'Onair',
  accent: '',
  welcome: '',
  banner: '',
  footer: '',
  contact: '',
  signUp: 'OPEN',
  hasSignUpPuzzle: false,
  streamers: 'ALL',
  allowedMailDomains: [],
  refusedMailDomains: [],
  refusedWords: [],
  reviewedWords: [],
  wordExceptions: [],
  reservedNames: [],
  isIndexed: true,
  showsSoftware: true,
}

export const siteDocumentKinds = ['TERMS', 'PRIVACY'] as const
export type SiteDocumentKind = (typeof siteDocumentKinds)[number]
/** The pages that show the documents. */
export const documentPaths = { TERMS: '/terms', PRIVACY: '/privacy' } as const satisfies Record<
  SiteDocumentKind,
  string
>

/** The name and the logo that the header of every page shows. `logoId` is null for the logo of the software. */
export type SiteBrand = Pick<SiteSettings, 'name'> & { logoId: string | null }

/** The address of a contact that is an email address or an https address. */
export function contactUrl(contact: string): string {
  return contact.startsWith('https://') ? contact : `mailto:${contact}`
}
