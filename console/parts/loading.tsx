import { Center, Loader } from '@mantine/core'
import { inLanguage } from '../language.ts'

/** Shown while something is asked of the platform. */
export function Loading() {
  const said = inLanguage({ ko: '불러오는 중', en: 'Loading' })
  return (
    <Center p="xl" role="status" aria-label={said}>
      <Loader size="sm" color="gray" />
    </Center>
  )
}
