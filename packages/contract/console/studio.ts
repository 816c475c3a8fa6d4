import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { audiences } from '../audiences.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { updateLiveSetting, getLiveSetting } from '../open/live.ts'
import { streamingRefusals } from '../site-settings.ts'
import { bilingualCategory, channelId, cursorList, sumUnits, utcDate } from '../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const live = Type.Object({ liveId: Type.Integer() })
const count = Type.Integer({ minimum: 0 })
const chosenTitle = orNull(Type.String({ description: 'Null: the channel has not chosen one' }))
const streamKey = Type.Object({ streamKey: Type.String({ minLength: 32, maxLength: 32 }) })

export const getStudioOverview = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/studio',
  summary: "Get an overview of the caller's channel",
  content: Type.Object({
    live: orNull(Type.Object({ liveId: Type.Integer(), liveTitle: chosenTitle, openedDate: utcDate, viewers: count })),
    followers: count,
    subscribers: count,
    /** First steps that the streamer has completed. */
    hasTitle: Type.Boolean(),
    hasCategory: Type.Boolean(),
    hasStreamKey: Type.Boolean(),
    /** Address for encoders: `ONAIR_INGEST_URL`, or that of this platform. Null where there is none. */
    ingestUrl: orNull(Type.String()),
    streamingRefusal: orNull(Type.Enum([...streamingRefusals], { description: 'Why the caller cannot go live' })),
    /** Why, while the people who run the site do not let the caller stream. */
    blockReason: orNull(Type.String()),
    /** When that ends. Null also: when somebody lifts it. */
    blockEndDate: orNull(utcDate),
    streamRequest: orNull(
      Type.Object({
        text: Type.String(),
        isDeclined: Type.Boolean(),
        answer: orNull(Type.String({ description: 'Why it was declined' })),
      }),
    ),
  }),
})

export const requestStreaming = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/studio/stream-request',
  action: 'requestStreaming',
  summary: 'Ask to stream where the site lets only approved people do so; replaces the request before',
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: limits.streamRequestLength }) }),
  content: Type.Null(),
})

export const getLiveStats = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/studio/stats',
  scans: true,
  summary:
    'Get viewers and chat rate of the current live or of the last one, what it brought, and donations of 24 hours',
  content: Type.Object({
    /** Null if the last live ended more than 8 days ago. */
    live: orNull(
      Type.Object({
        liveId: Type.Integer(),
        openedDate: utcDate,
        closedDate: orNull(utcDate),
        peakViewers: count,
        averageViewers: count,
        messages: count,
        donations: count,
        amount: count,
        subscriptions: count,
        /** Counted up to 10,000. */
        followers: count,
        stepSec: count,
        /** Each step lasts a minute or more. Null: not measured. */
        steps: Type.Array(
          Type.Object({ date: utcDate, viewers: orNull(count), messagesPerMinute: orNull(Type.Number()) }),
        ),
      }),
    ),
    /** The donations of each hour. */
    donations: Type.Array(Type.Object({ date: utcDate, count, amount: count })),
  }),
})

/** The last 30 days or 12 months, or days that are chosen. */
const period = {
  unit: Type.Optional(Type.Enum([...sumUnits], { default: 'day' })),
  /** IANA name, such as Asia/Seoul. */
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: limits.summedDays,
      description: 'By day: how many days',
    }),
  ),
  lastDay: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'By day: the last one, `2026-11-23`; today if it is omitted',
    }),
  ),
}

/** The numbers of a channel during one live, or in a period. */
const figures = {
  /** Null: not measured. */
  peakViewers: orNull(count),
  averageViewers: orNull(count),
  /** Chat messages that were sent during lives. */
  messages: count,
  donations: count,
  /** The sum of the donations in won. */
  amount: count,
  /** New and renewed. */
  subscriptions: count,
  /** New ones, who still follow. */
  followers: count,
}

export const listChannelLives = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/studio/lives',
  summary: "List the caller's lives of a period in a time zone, newest first, with what each brought",
  query: Type.Object({ ...period, next: Type.Optional(Type.String({ maxLength: 20 })) }),
  content: cursorList(
    Type.Object({
      liveId: Type.Integer(),
      /** The title. For a live that ended, the title at its end. */
      title: chosenTitle,
      category: orNull(Type.Object({ categoryValue: Type.String(), englishName: Type.String() })),
      openedDate: utcDate,
      closedDate: orNull(utcDate),
      ...figures,
    }),
  ),
})

export const getChannelSums = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/studio/sums',
  scans: true,
  summary:
    "Get the sums of the caller's channel by day (the last 30, or others) or by month (the last 12) in a time zone",
  query: Type.Object(period),
  content: Type.Object({
    /** The peak and the average of all periods. Null: not measured. */
    peakViewers: orNull(count),
    averageViewers: orNull(count),
    /** Oldest first. The period of today has not ended. */
    periods: Type.Array(
      Type.Object({
        /** First day of the period in the time zone, `2026-11-23`. */
        firstDay: Type.String(),
        ...figures,
        liveSec: count,
      }),
    ),
    /** Sums of as many days before. Null by month, if they are not kept, or if the sums are not complete. */
    previous: orNull(
      Type.Object({
        /** Null: not measured. */
        peakViewers: orNull(count),
        averageViewers: orNull(count),
        liveSec: count,
        messages: count,
        amount: count,
        subscriptions: count,
        followers: count,
      }),
    ),
    /** False if there are more than `limits.summedEvents` donations, subscriptions or followers: older ones are not counted. */
    isComplete: Type.Boolean(),
    /** How many days are kept, with today. */
    keptDays: count,
  }),
})

export const goLive = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/live',
  summary: 'Go live; a channel that is live stays live',
  errors: { forbidden: 'also when the site does not let the caller stream' },
  body: Type.Object({
    liveTitle: Type.Optional(Type.String({ description: 'Also becomes the title in the broadcast settings' })),
  }),
  content: live,
})

export const goOffline = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/live',
  summary: 'Go offline',
  errors: {
    notFound: 'the channel is not live',
  },
  content: live,
})

export const getSetting = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/live/setting',
  summary: "Get the broadcast settings of the caller's channel",
  content: Type.Object({
    ...getLiveSetting.content.properties,
    defaultLiveTitle: chosenTitle,
    category: orNull(bilingualCategory),
    adult: Type.Boolean(),
    adultBySite: Type.Boolean({ description: 'Whether the site has set the age limit of the current live' }),
    /** The picture that the channel chose, with the literal `{type}`; null if it chose none. */
    thumbnailUrl: orNull(Type.String()),
    /** Whether this platform records at all. */
    canRecord: Type.Boolean(),
    isRecorded: Type.Boolean(),
    allowsClips: Type.Boolean(),
    audience: Type.Enum([...audiences], { description: 'Who may watch the channel' }),
    hasWatchPassword: Type.Boolean(),
  }),
})

export const updateSetting = consoleEndpoint({
  method: 'PATCH',
  path: '/console/v1/live/setting',
  summary: "Update the broadcast settings of the caller's channel; omitted fields keep their value",
  body: Type.Object({
    ...updateLiveSetting.body.properties,
    adult: Type.Optional(Type.Boolean()),
    isRecorded: Type.Optional(Type.Boolean({ description: 'Whether lives are recorded, from now on' })),
    allowsClips: Type.Optional(Type.Boolean({ description: 'Whether viewers may make clips of lives' })),
    audience: Type.Optional(Type.Enum([...audiences], { description: 'Who may watch the channel' })),
    watchPassword: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.watchPasswordLength,
        description: 'The password of the channel. Who entered the former one is asked again',
      }),
    ),
  }),
  content: Type.Null(),
})

export const listWatchers = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/live/watchers',
  summary: "List the people who may watch the caller's channel where it is for listed people, latest first",
  content: Type.Object({
    data: Type.Array(Type.Object({ channelId, channelName: Type.String() }), { maxItems: limits.listedWatchers }),
  }),
})

export const putWatcher = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/live/watchers/{watcherChannelId}',
  summary: `List a person who may watch the caller's channel, one of up to ${limits.listedWatchers}`,
  pathParams: Type.Object({ watcherChannelId: channelId }),
  errors: { notFound: 'no such person' },
  content: Type.Null(),
})

export const deleteWatcher = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/live/watchers/{watcherChannelId}',
  summary: "Take a person off the list of those who may watch the caller's channel",
  pathParams: Type.Object({ watcherChannelId: channelId }),
  content: Type.Null(),
})

export const putThumbnail = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/live/thumbnail',
  summary: `Set the picture of the caller's lives: a PNG or a JPEG of up to ${limits.pictureBytes / 1024} KiB and ${limits.picturePixels} × ${limits.picturePixels} pixels`,
  maxBodyMb: 1,
  body: Type.Object({
    picture: Type.String({ minLength: 1, maxLength: 1_000_000, description: 'The file in base64' }),
  }),
  errors: {
    badInput: 'also when the file is no such picture',
  },
  content: Type.Object({ thumbnailUrl: Type.String() }),
})

export const deleteThumbnail = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/live/thumbnail',
  summary: "Remove the picture of the caller's lives; without one nothing changes",
  content: Type.Null(),
})

export const getStreamKey = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/stream-key',
  isSecret: true,
  needsRecentPassword: true,
  summary: "Get the stream key of the caller's channel",
  content: streamKey,
})

export const rotateStreamKey = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/stream-key',
  action: 'rotateKey',
  isSecret: true,
  needsRecentPassword: true,
  summary: 'Rotate the stream key; the old key becomes invalid and the current live ends',
  content: streamKey,
})
