import type { TSchema } from 'typebox'
import { Type } from '../../type.ts'
import { adminEndpoint } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { utcDate } from '../../resources.ts'
import {
  nameRefusalCodes,
  siteDocumentKinds,
  siteSettings,
  siteSettingsChange,
  siteTextLengths,
  wordLevels,
  wordReadings,
} from '../../site-settings.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const kind = Type.Enum([...siteDocumentKinds])
const version = Type.Integer({ minimum: 1, description: 'The versions of all documents are counted together' })

export const getSiteSettings = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/site',
  needsSiteRole: 'OPERATOR',
  summary: 'Get the settings of the site that its operators change while it runs, its logo and its documents',
  content: Type.Object({
    settings: siteSettings,
    logoUrl: orNull(Type.String()),
    /** The last version of each document that the site has. */
    documents: Type.Array(
      Type.Object({ kind, version, text: Type.String(), mustBeAccepted: Type.Boolean(), createdDate: utcDate }),
    ),
  }),
})

export const updateSiteSettings = adminEndpoint({
  method: 'PATCH',
  path: '/console/v1/admin/site',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'Change settings of the site; those that are not given stay',
  maxBodyMb: 1,
  body: siteSettingsChange,
  content: Type.Null(),
})

export const checkWords = adminEndpoint({
  method: 'POST',
  path: '/console/v1/admin/word-checks',
  needsSiteRole: 'OPERATOR',
  summary: 'Check by which word of the site a text would be refused or reviewed, and why it could not be a name',
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: limits.textCodeUnits }) }),
  content: Type.Object({
    found: orNull(
      Type.Object({
        word: Type.String(),
        level: Type.Enum([...wordLevels]),
        reading: Type.Enum([...wordReadings], {
          description:
            'How it was read: as it is written, with its letters apart, as single letters of Hangul, or in characters that look alike',
        }),
      }),
    ),
    nameRefusal: orNull(
      Type.Object({
        code: Type.Enum([...nameRefusalCodes]),
        word: Type.String({ description: 'The word, the name that it looks like, or the scripts' }),
      }),
    ),
  }),
})

export const putSiteLogo = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/site/logo',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: `Change the logo of the site, a PNG or a JPEG of up to ${limits.pictureBytes / 1024} KiB, or remove it`,
  maxBodyMb: 1,
  errors: { badInput: 'also when the file is no such picture' },
  body: Type.Object({
    picture: orNull(Type.String({ minLength: 1, maxLength: 1_000_000, description: 'The file in base64' })),
  }),
  content: Type.Null(),
})

export const publishSiteDocument = adminEndpoint({
  method: 'POST',
  path: '/console/v1/admin/site/documents',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'Publish a new version of the terms or the privacy policy; an empty text withdraws it',
  maxBodyMb: 1,
  body: Type.Object({
    kind,
    text: Type.String({ maxLength: siteTextLengths.document }),
    mustBeAccepted: Type.Boolean({ description: 'Whether people must accept it before they go on' }),
  }),
  content: Type.Object({ version }),
})
