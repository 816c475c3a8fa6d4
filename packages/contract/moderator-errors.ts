/** Errors of endpoints for moderators of the channel: its streamer, channel managers and chat managers. */
export const moderatorErrors = {
  forbidden: 'also when the caller is not a moderator of the channel',
  notFound: 'no such channel',
}
