import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { id?: string; title: string; about?: string; children?: ReactNode }

/** The name of a setting and its meaning, beside the content of an element with the class `setting`. The children are its state. */
export function SettingHead({ id, title, about, children }: Props) {
  return (
    <div>
      <Group gap="xs">
        <h2 id={id}>{title}</h2>
        {children}
      </Group>
      {about !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          {about}
        </Text>
      )}
    </div>
  )
}
