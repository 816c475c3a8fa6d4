import { Type } from 'typebox'
import { sandboxEndpoint } from '../endpoint.ts'
import { faultPlan, faultRule } from '../faults.ts'

const count = Type.Integer({ minimum: 0 })

const state = Type.Object({
  seed: Type.Union([faultPlan.seed, Type.Null()], { description: 'Null if no plan is set' }),
  rules: Type.Array(
    Type.Object({
      ...faultRule.properties,
      matched: Type.Integer({ ...count, description: 'Requests that matched' }),
      injected: Type.Integer({ ...count, description: 'Faults that were injected' }),
    }),
  ),
})

export const setFaults = sandboxEndpoint({
  method: 'PUT',
  path: '/sandbox/v1/faults',
  summary:
    'Set the fault plan of requests to /open and /auth, and replace the earlier one. The response header `X-Onair-Fault` names the fault of a request. The same seed and the same order of requests give the same faults',
  body: Type.Object({ ...faultPlan, seed: Type.Optional(faultPlan.seed) }),
  errors: { badInput: 'also when a rule lacks a value that its kind needs, or names no operation or scope' },
  content: state,
})

export const getFaults = sandboxEndpoint({
  method: 'GET',
  path: '/sandbox/v1/faults',
  summary: 'Get the fault plan, with the number of faults that each rule injected in this process',
  content: state,
})

export const clearFaults = sandboxEndpoint({
  method: 'DELETE',
  path: '/sandbox/v1/faults',
  summary: 'Remove the fault plan',
  content: Type.Null(),
})
