import {
  aBoolean,
  anything,
  aString,
  byProperty,
  type FieldsOf,
  type Kind,
  listOf,
  mapOf,
  milliseconds,
  oneOf,
  optional,
  optionsOf,
  secretly,
  textLike
} from "@mon/bundled/arguments"
import { auth, expectation, headers, headerValue, pattern } from "../argumentKinds.ts"
import * as JsonPath from "../expect/JsonPath.ts"
import { methods } from "../probe/RequestPlan.ts"
import type { HttpStep, StepsRequest, Take } from "./StepsRequest.ts"
import { isStepUrl } from "./stepRequest.ts"
import { VALUE_NAME } from "./Template.ts"

type TakeFrom<Name extends string> = Extract<Take, Readonly<Record<Name, unknown>>>

const MOST_STEPS = 20
/** The most values of a sequence, and the most values that one step takes. */
const MOST_VALUES = 40

const take = (): Kind => {
  const shown = optional(aBoolean)
  return byProperty(
    {
      json: optionsOf<TakeFrom<"json">>({
        json: textLike('a JSON path such as "$.token"', (value) => JsonPath.parse(value) !== null),
        shown
      }),
      header: optionsOf<TakeFrom<"header">>({ header: aString, shown }),
      cookie: optionsOf<TakeFrom<"cookie">>({ cookie: aString, shown }),
      pattern: optionsOf<TakeFrom<"pattern">>({ pattern: pattern(), shown })
    },
    "an object with json, header, cookie or pattern"
  )
}

/** An object of values by their names. */
const named = (one: Kind, takes: string): Kind => {
  const values = mapOf(one, takes)
  return {
    takes,
    fault: (value) => {
      const wrong = values.fault(value)
      if (wrong !== null) return wrong
      const names = Object.keys(value as object)
      if (names.length > MOST_VALUES)
        return { path: "", problem: `must have at most ${MOST_VALUES} entries`, code: "ERR_INVALID_ARG_VALUE" }
      const bad = names.find((name) => !VALUE_NAME.test(name))
      return bad === undefined
        ? null
        : {
            path: `[${JSON.stringify(bad.slice(0, 60))}]`,
            problem: "must have a name of letters, digits and _, which begins with a letter",
            code: "ERR_INVALID_ARG_VALUE"
          }
    }
  }
}

const step = (): Kind => {
  const fields: FieldsOf<HttpStep> = {
    name: textLike("a name of 1 to 100 characters", (value) => value.trim() !== "" && value.length <= 100),
    url: textLike("an http or https URL without values in its host", isStepUrl),
    method: optional(oneOf(...methods)),
    accept: optional(headerValue),
    headers: optional(headers()),
    auth: optional(auth()),
    body: optional(secretly(aString)),
    json: optional(anything),
    form: optional(mapOf(secretly(aString), "an object of form fields")),
    expect: optional(listOf(expectation(), "an array of expectations")),
    secret: optional(aBoolean),
    contentFaults: optional(oneOf("down", "remark", "off")),
    family: optional(oneOf(4, 6)),
    followRedirects: optional(aBoolean),
    timeoutMs: optional(milliseconds()),
    take: optional(named(take(), "an object of places by the names of their values")),
    always: optional(aBoolean)
  }
  const one = optionsOf<HttpStep>(fields, "an object with a name and a url")
  return {
    takes: one.takes,
    fault: (value) => {
      const wrong = one.fault(value)
      if (wrong !== null) return wrong
      const bodies = (["body", "json", "form"] as const).filter((name) => (value as HttpStep)[name] !== undefined)
      return bodies.length < 2
        ? null
        : { path: "", problem: `cannot have both ${bodies.join(" and ")}`, code: "ERR_INVALID_ARG_VALUE" }
    }
  }
}

const steps = (): Kind => {
  const list = listOf(step(), "an array of steps")
  return {
    takes: list.takes,
    fault: (value) => {
      const wrong = list.fault(value)
      if (wrong !== null) return wrong
      const { length } = value as ReadonlyArray<unknown>
      return length >= 1 && length <= MOST_STEPS
        ? null
        : { path: "", problem: `must have 1 to ${MOST_STEPS} entries`, code: "ERR_INVALID_ARG_VALUE" }
    }
  }
}

export const stepsFields = (): FieldsOf<StepsRequest> => ({
  steps: steps(),
  values: optional(named(aString, "an object of values")),
  secrets: optional(named(secretly(aString), "an object of secrets")),
  timeoutMs: optional(milliseconds()),
  userAgent: optional(headerValue)
})

export const stepsRequest = (): Kind => optionsOf<StepsRequest>(stepsFields(), "an object with steps")
