import type { Static, TSchema } from 'typebox'
import { consoleEndpoint, visitorEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, countedText, utcDate } from '../resources.ts'
import { Type } from '../type.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const handle = Type.String({
  minLength: limits.handleLengthMin,
  maxLength: limits.handleLength,
  pattern: '^[A-Za-z0-9_]*$',
  description: 'The short address of a channel, `/@handle`, in any case of letters',
})

const link = Type.Object({
  label: countedText(limits.linkLabelLength, { minLength: 1, maxLength: limits.textInputLength }),
  url: Type.String({ minLength: 1, maxLength: 500, description: 'An address with https' }),
})
export type ChannelLink = Static<typeof link>

const profile = {
  introduction: Type.String({ description: 'With line breaks; empty without one' }),
  links: Type.Array(link),
  handle: orNull(Type.String({ description: 'The short address is `/@handle`' })),
}

export const getProfile = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/profile',
  summary: "Get what the caller's channel shows of itself",
  content: Type.Object({
    ...profile,
    channelImageUrl: orNull(Type.String()),
    formerHandle: orNull(
      Type.Object(
        { handle: Type.String(), untilDate: utcDate },
        { description: 'It still leads to the channel, which may take no third one until then' },
      ),
    ),
  }),
})

export const updateProfile = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/profile',
  action: 'changeProfile',
  summary: "Change the introduction and the links of the caller's channel",
  body: Type.Object({
    introduction: Type.Optional(countedText(limits.introductionLength, { maxLength: limits.textCodeUnits })),
    links: Type.Optional(Type.Array(link, { maxItems: limits.channelLinks })),
  }),
  content: Type.Null(),
})

export const changeHandle = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/profile/handle',
  action: 'changeHandle',
  summary: `Choose the short address of the caller's channel; the one before leads to it for ${limits.handleKeptDays} days`,
  body: Type.Object({ handle }),
  content: Type.Null(),
})

export const putPicture = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/profile/picture',
  summary: `Set the picture of the caller's channel: a PNG or a JPEG of up to ${limits.pictureBytes / 1024} KiB and ${limits.picturePixels} × ${limits.picturePixels} pixels`,
  maxBodyMb: 1,
  body: Type.Object({
    picture: Type.String({ minLength: 1, maxLength: 1_000_000, description: 'The file in base64' }),
  }),
  errors: { badInput: 'also when the file is no such picture' },
  content: Type.Object({ channelImageUrl: Type.String() }),
})

export const deletePicture = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/profile/picture',
  summary: "Remove the picture of the caller's channel; without one nothing changes",
  content: Type.Null(),
})

export const getChannelProfile = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/profile',
  summary: 'Get the introduction, the links and the short address of a channel',
  pathParams: Type.Object({ channelId }),
  errors: { notFound: 'no such channel' },
  content: Type.Object(profile),
})

export const findHandle = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/handles/{handle}',
  summary: 'Find the channel of a short address',
  pathParams: Type.Object({ handle }),
  errors: { notFound: 'no channel has this address' },
  content: Type.Object({ channelId }),
})
