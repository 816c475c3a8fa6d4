/** `1 minute`, `2,000 minutes`: so many of something, in English. */
export function pluralize(count: number | string, noun: string): string {
  const number = Number(count)
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
