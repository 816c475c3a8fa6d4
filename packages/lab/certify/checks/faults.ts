import { sandboxApi, type FaultRule } from '@onair/contract'
import type { Lab } from '../lab.ts'

/** Sets a fault plan while `run` runs. */
export async function withFaults<T>(lab: Lab, rules: readonly FaultRule[], run: () => Promise<T>): Promise<T> {
  const { clientId } = lab
  await lab.call(sandboxApi.faults.setFaults, {
    body: { seed: 1, rules: rules.map((rule) => ({ ...rule, clientId })) },
  })
  try {
    return await run()
  } finally {
    await lab.call(sandboxApi.faults.clearFaults)
  }
}
