import { Center, Loader } from '@mantine/core'
import { localize } from '../lib/language.ts'

/** Shown while something is asked of the platform. */
export function Loading() {
  const label = localize({ ko: '불러오는 중', en: 'Loading' })
  return (
    <Center p="xl" role="status" aria-label={label}>
      <Loader size="sm" color="gray" />
    </Center>
  )
}
