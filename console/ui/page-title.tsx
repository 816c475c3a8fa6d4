import { Text } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'

/** The heading and the description of a page. The heading is also the title of the window. */
export function PageTitle({ children, description }: { children: string; description?: ReactNode }) {
  useEffect(() => {
    document.title = `${children} · Onair`
  }, [children])
  if (description === undefined) return <h1>{children}</h1>
  return (
    <div>
      <h1>{children}</h1>
      <Text size="sm" c="dimmed" mt={4}>
        {description}
      </Text>
    </div>
  )
}
