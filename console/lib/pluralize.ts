export { pluralize } from '../locales/en/plural.ts'
