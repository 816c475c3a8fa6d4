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
export type Goal = { name: string; value: number; rounds?: number[] } & Bound
type Bound = { atMost: number } | { atLeast: number }

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
  const goalLines = goals.map((goal) => `- ${goal.name}: ${besideGoal(goal.value, goal)}`)
  return [...lines, ...(goalLines.length === 0 ? [] : ['', ...goalLines])].join('\n')
}

/** A figure and its goal, in bold if it misses it: `16.2 ms ≤ 25`. */
export function besideGoal(value: number, goal: Bound & { rounds?: number[] }, unit = ''): string {
  const { rounds = [] } = goal
  const range = rounds.length > 1 ? ` (${Math.min(...rounds)}–${Math.max(...rounds)})` : ''
  const [isMet, sign, bound] =
    'atMost' in goal
      ? ([value <= goal.atMost, '≤>', goal.atMost] as const)
      : ([value >= goal.atLeast, '≥<', goal.atLeast] as const)
  const text = `${value}${unit}${range} ${sign[isMet ? 0 : 1]} ${bound}`
  return isMet ? text : `**${text}**`
}

/** The median of the rounds and its goal, rounded to two digits. */
export function medianBesideGoal(rounds: number[], bound: Bound, unit = ''): string {
  const [value, ...values] = [median(rounds), ...rounds].map((each) => Number(each.toFixed(2)))
  return besideGoal(value ?? Number.NaN, { ...bound, rounds: values }, unit)
}
