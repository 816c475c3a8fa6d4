import { language } from '../../locales/index.ts'

const sizeIn = (unit: string) => new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 })
const [megabytes, gigabytes] = [sizeIn('megabyte'), sizeIn('gigabyte')]

export function sizeOf(bytes: number): string {
  return bytes < 1e9 ? megabytes.format(bytes / 1e6) : gigabytes.format(bytes / 1e9)
}
