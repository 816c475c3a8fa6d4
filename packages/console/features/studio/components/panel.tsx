import { ActionIcon, Group } from '@mantine/core'
import { IconChevronDown } from '../../../ui/first-icons.tsx'
import { IconChevronUp } from '../../../ui/icons.tsx'
import { useId, type ReactNode } from 'react'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import classes from '../pages/overview.module.css'

const { panels: t } = strings('studio').overview

type PanelName = 'video' | 'activity' | 'actions' | 'setting'

/** A part of the dashboard, which can be collapsed. The tab of the browser remembers which are. */
export function Panel({ name, title, children }: { name: PanelName; title: string; children: ReactNode }) {
  const [isCollapsed, setCollapsed] = useDraft<true>(`panel ${name}`)
  const id = useId()
  const Icon = isCollapsed ? IconChevronDown : IconChevronUp
  return (
    <section className={`${classes.panel} card`} data-panel={name} aria-labelledby={id}>
      <Group justify="space-between" gap="sm" mih="1.5rem" wrap="nowrap" className={classes.panelHead}>
        <h2 id={id}>{title}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={isCollapsed ? t.expand(title) : t.collapse(title)}
          aria-expanded={!isCollapsed}
          onClick={() => setCollapsed((before) => (before ? null : true))}
        >
          <Icon size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {!isCollapsed && children}
    </section>
  )
}
