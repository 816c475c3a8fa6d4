import { Text } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { site } from '../lib/page-settings.ts'

type Props = {
  children: string
  description?: ReactNode
  /** A tab of the page, which only the title of the window names. */
  section?: string
}

/** The heading and the description of a page. The heading is also the title of the window. */
export function PageTitle({ children, description, section }: Props) {
  const title = [section, children, site.name].filter((part) => part !== undefined).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
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
