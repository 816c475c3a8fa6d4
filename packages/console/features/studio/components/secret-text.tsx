import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'

const { copy: t } = strings('common')

const masked = '•'.repeat(16)

/** A secret that is masked until the user shows it, with a button that copies it. */
export function SecretText({ value, label }: { value: string; label: string }) {
  const [isVisible, setVisible] = useState(false)
  return (
    <Group gap="sm">
      <CopyableText value={value} display={isVisible ? value : masked} label={label} />
      <Button size="xs" variant="default" onClick={() => setVisible(!isVisible)}>
        {isVisible ? t.hide : t.show}
      </Button>
    </Group>
  )
}
