import { Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMovedSeconds } from '../../../lib/platform-time.ts'
import { formatTimePhrase } from '../../../lib/time-phrase.ts'
import { language, loadStrings, strings } from '../../../locales/index.ts'
import { Loading } from '../../../ui/loading.tsx'
import { faultsQuery } from '../queries.ts'
import classes from './sandbox-panel.module.css'

const { sandboxMark: t } = strings('common')

const SandboxPanel = lazy(async () => {
  await Promise.all([loadStrings('sandbox'), loadStrings('trigger')])
  const { SandboxPanel: component } = await import('./sandbox-panel.tsx')
  return { default: component }
})

/** The mark of a sandbox in the header: what is not as at the start, and the menu that changes it. */
export function SandboxMark() {
  const { href } = useLocation()
  // A link in the menu closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === href
  const setOpen = (opened: boolean) => setOpenAt(opened ? href : null)
  const movedSec = useMovedSeconds()
  const rules = useQuery(faultsQuery).data?.rules.length ?? 0
  const changes = [
    ...(movedSec === 0 ? [] : [formatTimePhrase(t.clock, movedSec * 1_000, language)]),
    ...(rules === 0 ? [] : [t.faults(rules)]),
  ]
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width="min(23rem, calc(100vw - 2rem))"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className="sandbox"
          data-altered={changes.length > 0 || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t.sandbox}
          <span className={classes.changes}>{changes.map((change) => ` · ${change}`)}</span>
          <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" className={`icon ${classes.chevron}`}>
            <path d="M2.5 4.5 6 8l3.5-3.5" />
          </svg>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.menu} p={0}>
        <Suspense fallback={<Loading />}>
          <SandboxPanel />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
