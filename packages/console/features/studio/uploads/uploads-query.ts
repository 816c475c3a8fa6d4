import { queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'

export type Upload = ContentOf<typeof consoleApi.uploads.listUploads>['data'][number]

export const uploadsQuery = queryOptions({
  queryKey: ['studio', 'uploads'],
  queryFn: () => api(consoleApi.uploads.listUploads),
})

/** The pictures and the sounds of the alerts, as the overlay gets them. */
export const alertFilesQuery = queryOptions({
  ...uploadsQuery,
  select: ({ data }) =>
    data.flatMap(({ kind, name, url }) =>
      kind === 'alertPicture' || kind === 'alertSound' ? { kind, name, url } : [],
    ),
})
