import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isMalformed, isNotFound, isRefusal } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import AdultGate from '../components/adult-gate.tsx'
import { useAgeConfirmation } from '../viewer-claims.ts'
import { StoredGate, watchBlockIn } from '../components/stored-gate.tsx'

const t = strings('replay')

type Props<T> = {
  channelId: string
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  notFound: string
  loading: ReactNode
  children: (data: T) => ReactNode
}

/** A recording or a clip, once it is loaded, or what a viewer has to do before: confirm the age, enter a password, follow. */
export function ReplayBoundary<T>({ channelId, query, notFound, loading, children }: Props<T>) {
  const { data, error, refetch } = query
  const [, confirmAge] = useAgeConfirmation()
  if (data !== undefined) return children(data)
  const block = watchBlockIn(error)
  if (block !== null) return <StoredGate channelId={channelId} block={block} onOpened={() => void refetch()} />
  if (isRefusal(error, 'AGE_NOT_CONFIRMED'))
    return (
      <AdultGate
        onConfirm={() => {
          confirmAge()
          void refetch()
        }}
      />
    )
  if (isNotFound(error) || isMalformed(error)) return <NotFound title={notFound} about={t.notFoundHint} />
  return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : loading
}
