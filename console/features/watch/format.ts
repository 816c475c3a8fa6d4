import { language } from '../../lib/language.ts'

const numberFormat = new Intl.NumberFormat(language)

/** An amount of money as people read it. */
export function formatWon(amount: number): string {
  return language === 'ko' ? `${numberFormat.format(amount)}원` : `₩${numberFormat.format(amount)}`
}

/** A number of people. */
export function formatCount(count: number): string {
  return numberFormat.format(count)
}
