import { useMutation, useQueryClient } from '@tanstack/react-query'

/** Hides a donation of a channel on watch pages and overlays. */
export function useHideDonation(channelId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ eventId }: { eventId: string }) =>
      (await import('./moderation-calls.ts')).hideDonation(channelId, eventId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['studio', 'activity'] }),
  })
}
