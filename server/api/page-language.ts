import type { FastifyRequest } from 'fastify'
import { isLanguage, languageLiked, type Language } from '../kit/language.ts'
import type { pageCookies } from './page-cookies.ts'

/** The language that a request asks for in its query, else the one remembered in this browser, else the one it likes best. */
export function languageOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  query: URLSearchParams,
  cookies: ReturnType<typeof pageCookies>,
): { language: Language; chosen: boolean } {
  const wanted = query.get('lang')
  if (isLanguage(wanted)) return { language: wanted, chosen: true }
  const language = cookies.read(headers.cookie).language ?? languageLiked(headers['accept-language'])
  return { language, chosen: false }
}
