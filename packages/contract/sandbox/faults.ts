import { Type } from '../type.ts'
import { sandboxEndpoint } from '../endpoint.ts'
import { faultPlan, faultPresetNames, faultRule } from '../faults.ts'

const count = Type.Integer({ minimum: 0 })

const preset = Type.Enum([...faultPresetNames])

const state = Type.Object({
  preset: Type.Union([preset, Type.Null()], { description: 'The preset that the plan came from' }),
  seed: Type.Union([faultPlan.seed, Type.Null()], {
    description: 'Decides which matches have a fault; null if no plan is set',
  }),
  rules: Type.Array(
    Type.Object({
      ...faultRule.properties,
      matched: Type.Integer({ ...count, description: 'How often the rule matched' }),
      injected: Type.Integer({ ...count, description: 'Faults that were injected' }),
    }),
  ),
})

export const setFaults = sandboxEndpoint({
  method: 'PUT',
  path: '/sandbox/v1/faults',
  summary:
    'Set the fault plan of requests to /open and /auth, of sockets, webhooks, videos and mails, and replace the earlier one: `rules`, or a `preset`. The header `X-Onair-Fault` names the fault of a response or notification, and a record of the inspector that of an event. The same seed and the same order of requests, events and notifications give the same faults',
  body: Type.Object({
    preset: Type.Optional(preset),
    seed: Type.Optional(faultPlan.seed),
    rules: Type.Optional(faultPlan.rules),
  }),
  errors: {
    badInput:
      'also when a rule lacks a value that its kind needs, has one that it does not use, or names no operation or scope',
  },
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
