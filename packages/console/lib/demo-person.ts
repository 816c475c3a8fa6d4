import { queryOptions, useQuery } from '@tanstack/react-query'
import { consoleApi, sandboxApi, type ContentOf } from '@onair/contract'
import { api, sendOnce } from './api.ts'
import { isSandbox } from './page-settings.ts'
import { visitorQuery } from './visitor.ts'

export type Overview = ContentOf<typeof sandboxApi.demo.getOverview>

/** The addresses and the demo data of the sandbox. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => api(sandboxApi.demo.getOverview),
  enabled: isSandbox,
  staleTime: Infinity,
})

/** The password of the signed-in demo user, who entered with a click; null for anyone else. */
export function useDemoPassword(): string | null {
  const { data: overview } = useQuery(overviewQuery)
  const { data: visitor } = useQuery(visitorQuery)
  return overview?.demo.people.find(({ channelId }) => channelId === visitor?.channelId)?.password ?? null
}

/** Enters the password of the signed-in demo user again. Returns false for anyone else, and after a change of the password. */
export async function enterDemoPassword(): Promise<boolean> {
  const [{ demo }, { visitor }] = await Promise.all([
    sendOnce(sandboxApi.demo.getOverview),
    sendOnce(consoleApi.watch.getVisitor),
  ])
  const person = demo.people.find(({ channelId }) => channelId === visitor?.channelId)
  if (person === undefined) return false
  return sendOnce(consoleApi.account.verifyPassword, { body: { password: person.password } }).then(
    () => true,
    () => false,
  )
}
