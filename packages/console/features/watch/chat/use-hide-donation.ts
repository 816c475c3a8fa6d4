import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'

/** Hides a donation of a channel on watch pages and overlays. */
export function useHideDonation(channelId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ eventId: donationId }: { eventId: string }) =>
      api(consoleApi.moderation.hideDonation, { pathParams: { channelId, donationId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['studio', 'activity'] }),
  })
}
