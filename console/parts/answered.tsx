import type { ReactNode } from 'react'
import { Failed } from './failed.tsx'
import { Loading } from './loading.tsx'

type Given<Data> = {
  asked: { data: Data | undefined; error: unknown; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** What the platform answered, or that it is on its way, or why not. What was shown stays when asking again fails. */
export function Answered<Data>({ asked: { data, error, refetch }, children }: Given<Data>) {
  return (
    <>
      {error !== null && <Failed error={error} readAgain={() => void refetch()} />}
      {data !== undefined ? children(data) : error === null && <Loading />}
    </>
  )
}
