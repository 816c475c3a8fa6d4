/** The path of a channel's page: with its handle, if it has one. */
export function watchPathOf({ channelId, handle }: { channelId: string; handle: string | null }): string {
  return handle === null ? `/watch/${channelId}` : `/@${handle}`
}
