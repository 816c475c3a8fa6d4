import { Button, Group, Text } from '@mantine/core'
import { strings } from '../../../locales/index.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import layout from '../../../ui/layout.module.css'

const { page: t } = strings('watch')

/** Shown in place of what is for adults. */
export default function AdultGate({ onConfirm }: { onConfirm: () => void }) {
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
