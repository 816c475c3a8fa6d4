import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { confirmAge, hasConfirmedAge } from '../viewer-claims.ts'
import layout from '../../../ui/layout.module.css'

const { page: t } = strings('watch')

/** Whether the viewer has confirmed their age in this window, and the confirmation. */
export function useAgeConfirmation(): [isConfirmed: boolean, confirm: () => void] {
  const [isConfirmed, setConfirmed] = useState(hasConfirmedAge)
  const confirm = () => {
    confirmAge()
    setConfirmed(true)
  }
  return [isConfirmed, confirm]
}

/** Shown in place of what is for adults. */
export function AdultGate({ onConfirm }: { onConfirm: () => void }) {
  return (
    <div className={layout.emptyState}>
      <PageTitle>{t.adultsOnly}</PageTitle>
      <Text c="dimmed">{t.adultsOnlyHint}</Text>
      <Group gap={10}>
        <Button onClick={onConfirm}>{t.confirmAge}</Button>
        <ButtonLink to="/watch" variant="default">
          {t.otherLives}
        </ButtonLink>
      </Group>
    </div>
  )
}
