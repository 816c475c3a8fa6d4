import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../lib/api.ts'
import { hasSessionEnded, setSessionEnded, subscribeToSessionEnd } from './session-end.ts'
import { signInUrl, visitorQuery } from '../lib/visitor.ts'
import { strings } from '../locales/index.ts'
import classes from './shell.module.css'
import layout from '../ui/layout.module.css'

const { sessionEnd: t } = strings('common')

/** Says that the session has ended, and continues after the user has signed in in another tab. The page keeps its drafts. */
export function SessionEndNotice() {
  const hasEnded = useSyncExternalStore(subscribeToSessionEnd, hasSessionEnded)
  const queries = useQueryClient()
  useEffect(() => {
    if (!hasEnded) return undefined
    const before = queries.getQueryData(visitorQuery.queryKey)
    const resume = async () => {
      // Not through the query, whose user stays known.
      const { visitor } = await api(consoleApi.watch.getVisitor)
      if (visitor === null) return
      // Drafts of one user are not for another.
      if (before && before.channelId !== visitor.channelId) return window.location.reload()
      setSessionEnded(false)
      await queries.invalidateQueries()
    }
    const onFocus = () => void resume().catch(() => undefined)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [hasEnded, queries])
  if (!hasEnded) return null
  return (
    <div className={`${layout.warning} ${classes.sessionEnd}`} role="alert">
      <b>{t.title}</b> <span>{t.draft}</span>{' '}
      <a href={signInUrl()} target="_blank" rel="opener">
        {t.signIn}
      </a>
    </div>
  )
}
