import { readFile } from 'node:fs/promises'
import {
  faultPresetNames,
  sandboxApi,
  type BodyOf,
  type ContentOf,
  type FaultPreset,
  type FaultRule,
} from '@onair/contract'
import { CommandError, defineCommand } from '../../command.ts'
import { print, table } from '../../print.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'

export const setFaults = defineCommand({
  name: 'faults set',
  summary: 'Set the fault plan of the sandbox from a JSON file with seed and rules',
  positionals: { file: { placeholder: '<file>', isRequired: true } },
  options: sandboxOptions,
  async run({ file, json, ...target }, env) {
    const body = await readPlan(file)
    const { call } = await openSandbox(target, env)
    printState(await call(sandboxApi.faults.setFaults, { body }), json)
  },
})

export const setFaultPreset = defineCommand({
  name: 'faults preset',
  summary: `Set a fault plan with a name: ${faultPresetNames.join(', ')}`,
  positionals: { preset: { placeholder: '<name>', isRequired: true } },
  options: sandboxOptions,
  async run({ preset, json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    printState(await call(sandboxApi.faults.setFaults, { body: { preset: requirePreset(preset) } }), json)
  },
})

export const listFaults = defineCommand({
  name: 'faults list',
  summary: 'Show the fault plan of the sandbox, and how often each rule injected its fault',
  positionals: {},
  options: sandboxOptions,
  async run({ json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    printState(await call(sandboxApi.faults.getFaults), json)
  },
})

export const clearFaults = defineCommand({
  name: 'faults clear',
  summary: 'Remove the fault plan of the sandbox',
  positionals: {},
  options: sandboxOptions,
  async run({ json, ...target }, env) {
    const { call } = await openSandbox(target, env)
    await call(sandboxApi.faults.clearFaults)
    print(json ? 'null' : 'No fault plan is set.')
  },
})

function requirePreset(name: string): FaultPreset {
  const preset = faultPresetNames.find((each) => each === name)
  if (preset === undefined) throw new CommandError(`No preset ${name}. Choose one of: ${faultPresetNames.join(', ')}`)
  return preset
}

async function readPlan(file: string): Promise<BodyOf<typeof sandboxApi.faults.setFaults>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as BodyOf<typeof sandboxApi.faults.setFaults>
  } catch (error) {
    throw new CommandError(`Cannot read the fault plan ${file}: ${(error as Error).message}`)
  }
}

function printState(state: ContentOf<typeof sandboxApi.faults.getFaults>, json: boolean) {
  if (json) return print(JSON.stringify(state))
  if (state.rules.length === 0) return print('No fault plan is set.')
  print(`${state.preset ?? 'own rules'}, seed ${state.seed}`)
  print(
    table(
      state.rules.map((rule) => [
        rule.status === undefined ? rule.kind : `${rule.kind} ${rule.status}`,
        describeMatch(rule),
        rule.clientId ?? 'every application',
        `${rule.injected} of ${rule.matched}`,
      ]),
    ),
  )
}

/** The fields of a rule that decide what it applies to, how often, and for how long. */
const matchFields = {
  operation: 'operation',
  scope: 'scope',
  eventType: 'event type',
  endpoint: 'endpoint',
  nth: 'nth',
  count: 'count',
  probability: 'probability',
  from: 'from',
  to: 'to',
  delayMs: 'delay ms',
  retryAfterSec: 'retry after s',
} as const satisfies Partial<Record<keyof FaultRule, string>>

function describeMatch(rule: FaultRule): string {
  const parts = Object.entries(matchFields).flatMap(([field, name]) => {
    const value = rule[field as keyof typeof matchFields]
    return value === undefined ? [] : [`${name} ${value}`]
  })
  return parts.length === 0 ? 'all' : parts.join(', ')
}
