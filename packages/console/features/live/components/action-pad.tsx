import { Anchor, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { AnchorLink } from '../../../ui/links.tsx'
import { strings } from '../../../locales/index.ts'
import type { LiveAction } from '../../../locales/en/live.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import classes from './action-pad.module.css'

const { actions: t, more, mails } = strings('live')

export type PadButton = { action: LiveAction; hint: string; isActive?: boolean; run: () => Promise<void> }

/** The buttons of the live screen. A number key presses the button with this number. */
export function ActionPad({ buttons }: { buttons: readonly PadButton[] }) {
  const press = useMutation({ mutationFn: (run: () => Promise<void>) => run() })
  return (
    <section className={classes.pad} aria-label={t.label}>
      <ul>
        {buttons.map(({ action, hint, isActive = false, run }) => (
          <li key={action}>
            <button
              type="button"
              data-action={action}
              data-active={isActive || undefined}
              onClick={() => press.mutate(run)}
            >
              <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" className="icon">
                <path d={icons[action]} />
              </svg>
              <span>
                {isActive ? t.stop : t[action]}
                <small>{hint}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {press.error && <ErrorAlert error={press.error} />}
      <Group component="nav" gap="4px 16px">
        <AnchorLink size="sm" to="/console/trigger">
          {more}
        </AnchorLink>
        <Anchor size="sm" href="/sandbox/mails">
          {mails}
        </Anchor>
      </Group>
    </section>
  )
}

const icons: Record<LiveAction, string> = {
  donate: 'M12 20s-7-4.6-7-9.6A3.9 3.9 0 0 1 12 8a3.9 3.9 0 0 1 7 2.4c0 5-7 9.6-7 9.6z',
  subscribe: 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7 9.6 9z',
  chat: 'M4 6h16v10H10l-4 4v-4H4z',
  claim: 'M4 9h16v4H4zM6 13v7h12v-7M12 9v11M12 9c-5 0-5-5-2-5 2 0 2 3 2 5zm0 0c5 0 5-5 2-5-2 0-2 3-2 5z',
  goLive: 'M12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M6 6a9 9 0 0 0 0 12M18 6a9 9 0 0 1 0 12',
  goOffline: 'M7 7h10v10H7z',
  burst: 'M13 3L5 14h6l-1 7 8-11h-6z',
}
