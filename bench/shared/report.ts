import { median } from './statistics.ts'

/** The result of a benchmark. `npm run bench` writes it between the markers with its name in docs/performance.md. */
export type Table = {
  name: string
  columns: string[]
  rows: (string | number)[][]
  /** The values that are compared with a goal. */
  goals?: Goal[]
  /** Packages whose versions the page states, besides Node and PostgreSQL. */
  packages?: string[]
}
/** `rounds`: the values of the single rounds, if `value` is their median. */
export type Goal = { name: string; value: number; rounds?: number[] } & ({ atMost: number } | { atLeast: number })

/** Prints the tables of a benchmark and, under `npm run bench`, hands them to the runner. Call it once, at the end. */
export async function report(...tables: Table[]): Promise<void> {
  for (const table of tables) console.log(`\n${formatTable(table)}\n`)
  if (process.send === undefined) return
  const { promise: sent, resolve } = Promise.withResolvers<void>()
  process.send({ tables }, undefined, undefined, () => resolve())
  await sent
}

/** The table in Markdown, with a line for each goal. */
export function formatTable({ columns, rows, goals = [] }: Table): string {
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const goalLines = goals.map((goal) => `- ${formatGoal(goal)}`)
  return [...lines, ...(goalLines.length === 0 ? [] : ['', ...goalLines])].join('\n')
}

function formatGoal(goal: Goal): string {
  const { name, value, rounds = [] } = goal
  const isMet = 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast
  const bound = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
  const range = rounds.length > 1 ? ` (${Math.min(...rounds)}–${Math.max(...rounds)})` : ''
  return `${name}: ${value}${range}, goal ${bound}${isMet ? '' : ' **missed**'}`
}

/** The goal for the median of the rounds, rounded to two digits. */
export function medianGoal(name: string, rounds: number[], bound: { atMost: number } | { atLeast: number }): Goal {
  const [value, ...values] = [median(rounds), ...rounds].map((each) => Number(each.toFixed(2)))
  return { name, value: value ?? Number.NaN, rounds: values, ...bound }
}
