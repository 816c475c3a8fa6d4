import type { ReactNode } from 'react'
import { ErrorAlert } from './error-alert.tsx'
import { Loading } from './loading.tsx'

type Props<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** The height of the content, if it is known: a CSS length or px. */
  minHeight?: number | string
  children: (data: Data) => ReactNode
}

/** The data of a query, or its loading state or error. After a failed refetch, the previous data stays visible. */
export function QueryBoundary<Data>({ query: { data, error, refetch }, minHeight, children }: Props<Data>) {
  return (
    <>
      {error !== null && <ErrorAlert error={error} refetch={() => void refetch()} />}
      {data !== undefined ? children(data) : error === null && <Loading minHeight={minHeight} />}
    </>
  )
}
