import { Group, Text } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'

type Props = { id?: string; title: string; about?: string; children?: ReactNode }

/**
 * The name of a setting and its meaning, beside the content of an element with the class `setting`. The children are its
 * state. A link to the `id` leads here although the page had no such element when it opened.
 */
export function SettingHead({ id, title, about, children }: Props) {
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (id !== undefined && window.location.hash === `#${id}`) head.current?.scrollIntoView()
  }, [id])
  return (
    <div ref={head}>
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
