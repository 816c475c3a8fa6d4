import type { ReactNode } from 'react'
import { ErrorAlert } from './error-alert.tsx'
import { Loading } from './loading.tsx'

type Props<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** What the platform answered, or that it is on its way, or why not. What was shown stays when asking again fails. */
export function QueryBoundary<Data>({ query: { data, error, refetch }, children }: Props<Data>) {
  return (
    <>
      {error !== null && <ErrorAlert error={error} refetch={() => void refetch()} />}
      {data !== undefined ? children(data) : error === null && <Loading />}
    </>
  )
}
