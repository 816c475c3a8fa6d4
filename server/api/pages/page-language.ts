import type { FastifyRequest } from 'fastify'
import { isLanguage, preferredLanguage, type Language } from './language.ts'
import type { pageCookies } from './cookies.ts'

/** The language that a request asks for in its query, else the one remembered in this browser, else the one it likes best. */
export function languageOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  query: URLSearchParams,
  cookies: ReturnType<typeof pageCookies>,
): { language: Language; isExplicit: boolean } {
  const requested = query.get('lang')
  if (isLanguage(requested)) return { language: requested, isExplicit: true }
  const language = cookies.read(headers.cookie).language ?? preferredLanguage(headers['accept-language'])
  return { language, isExplicit: false }
}
