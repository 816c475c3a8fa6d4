import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'

// What moderators do on a watch page. It is loaded at the first use, because few visitors are moderators.

export const hideMessage = (channelId: string, messageId: string) =>
  api(consoleApi.moderation.hideMessage, { pathParams: { channelId, messageId } })

export const hideDonation = (channelId: string, donationId: string) =>
  api(consoleApi.moderation.hideDonation, { pathParams: { channelId, donationId } })

export const deleteNotice = (channelId: string) =>
  api(consoleApi.moderation.deleteNotice, { pathParams: { channelId } })
