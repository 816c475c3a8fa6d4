import { language } from '../language.ts'

const plain = new Intl.NumberFormat(language)

/** An amount of money as people read it. */
export function won(amount: number): string {
  return language === 'ko' ? `${plain.format(amount)}원` : `₩${plain.format(amount)}`
}

/** A number of people. */
export function many(count: number): string {
  return plain.format(count)
}
