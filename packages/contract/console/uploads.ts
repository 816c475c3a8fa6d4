import { consoleEndpoint, visitorEndpoint } from '../endpoint.ts'
import { limits, type UploadKind } from '../limits.ts'
import { channelId } from '../resources.ts'
import { Type } from '../type.ts'
import { watchProof } from '../watch-proof.ts'

const kind = Type.Enum(Object.keys(limits.uploads) as UploadKind[])
const name = Type.String({
  minLength: 1,
  maxLength: 30,
  pattern: '^[a-z0-9_]*$',
  description:
    'Of an emoticon: what people write, as `{:name:}`. Of a subscriber badge: its months. Of an alert: `donation`, `subscription` or `follow`',
})
const months = Type.Integer({
  minimum: 0,
  maximum: 120,
  description: 'The months of a subscription from which a sender has it; 0: everyone',
})
const pathParams = Type.Object({ kind, name })

/** A file that a streamer uploaded. */
const upload = Type.Object({
  kind,
  name,
  months,
  url: Type.String({ description: 'Another one for each file' }),
})

export const listUploads = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/uploads',
  summary: "List the emoticons of the caller's channel and its other uploads, by name",
  content: Type.Object({ data: Type.Array(upload) }),
})

const { emoticon, alertPicture } = limits.uploads

export const putUpload = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/uploads/{kind}/{name}',
  summary: `Upload an emoticon or a subscriber badge of the caller's channel, or replace it: a PNG, a WebP or a GIF of up to ${emoticon.bytes / 1024} KiB and ${emoticon.pixels} × ${emoticon.pixels} pixels; or the picture or the sound of an alert: up to ${alertPicture.bytes / 1024} KiB, a sound in Ogg, MP3 or WAV`,
  maxBodyMb: 2,
  pathParams,
  body: Type.Object({
    months,
    file: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_000_000, description: 'In base64. Without it the file stays' }),
    ),
  }),
  errors: { badInput: 'also when the file is not of a kind that is allowed', notFound: 'no file is given or stored' },
  content: Type.Object({ url: Type.String() }),
})

export const deleteUpload = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/uploads/{kind}/{name}',
  summary: "Delete a file of the caller's channel; messages show the name of a deleted emoticon",
  pathParams,
  content: Type.Null(),
})

export const listEmoticons = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/emoticons',
  summary: 'List the emoticons that a channel has apart from those of the site, by name',
  pathParams: Type.Object({ channelId }),
  query: Type.Object({ watchProof }),
  errors: { forbidden: 'the visitor may not watch the channel', notFound: 'no such channel' },
  content: Type.Object({ data: Type.Array(Type.Object({ name, months, url: Type.String() })) }),
})
