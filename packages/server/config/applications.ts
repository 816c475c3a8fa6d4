import { commaSeparated } from './parsers.ts'
import { setting } from './setting.ts'

/** The names that applications may have. */
export const applicationSettings = {
  officialNames: setting(
    'ONAIR_OFFICIAL_NAMES',
    'Comma-separated names that no application name may contain',
    commaSeparated,
    ['Onair'],
  ),
  refusedWords: setting(
    'ONAIR_REFUSED_WORDS',
    'Comma-separated words that no application name may contain',
    commaSeparated,
    [],
  ),
}
