import type { CheckRequest, TimedRequest } from "../CheckResult.ts"
import type { Expectation } from "../expect/Expectation.ts"
import type { HttpStep, StepsRequest } from "./StepsRequest.ts"
import { Filling, inUrl, type Values } from "./Template.ts"

/**
 * The beginning of a step's URL. It contains no values up to the end of the host, so that no answer of a server can
 * choose the host that gets a secret.
 */
const FIXED_HOST = /^https?:\/\/[^/?#\\{}]+(?=[/?#]|$)/iu

export const isStepUrl = (url: string): boolean => FIXED_HOST.test(url) && URL.canParse(url)

const fillUrl = (filling: Filling, url: string): string => {
  const host = FIXED_HOST.exec(url)?.[0] ?? ""
  return host + filling.text(url.slice(host.length), inUrl).replace(/^\/+/u, "/")
}

/** Fills the texts of an expectation. A pattern stays as it is, because a value could change its meaning. */
const fillExpectation = (filling: Filling, expectation: Expectation): Expectation => {
  if ("text" in expectation) return { ...expectation, text: filling.text(expectation.text) }
  if ("header" in expectation) {
    const { contains, equals } = expectation
    return {
      ...expectation,
      ...(equals === undefined ? {} : { equals: filling.text(equals) }),
      ...(contains === undefined ? {} : { contains: filling.text(contains) })
    }
  }
  return "json" in expectation && expectation.equals !== undefined
    ? { ...expectation, equals: filling.json(expectation.equals) }
    : expectation
}

type Body = Pick<CheckRequest, "body"> & { readonly type?: string }

const bodyOf = (filling: Filling, { body, form, json }: HttpStep): Body => {
  if (json !== undefined) return { body: JSON.stringify(filling.json(json)), type: "application/json" }
  if (form !== undefined) {
    const fields = Object.entries(form).map(([name, value]): [string, string] => [name, filling.text(value)])
    return { body: new URLSearchParams(fields).toString(), type: "application/x-www-form-urlencoded" }
  }
  return body === undefined ? {} : { body: filling.text(body) }
}

const fillAuth = (filling: Filling, auth: NonNullable<CheckRequest["auth"]>): NonNullable<CheckRequest["auth"]> =>
  "token" in auth
    ? { token: filling.text(auth.token) }
    : { username: filling.text(auth.username), password: filling.text(auth.password) }

export interface FilledStep {
  readonly request: TimedRequest
  /** The values that have no value yet. */
  readonly missing: ReadonlyArray<string>
}

/** Makes the request of a step from its texts and the values. */
export const fillStep = (
  step: HttpStep,
  { userAgent }: StepsRequest,
  values: Values,
  isSecret: (name: string) => boolean,
  timeoutMs: number
): FilledStep => {
  const filling = new Filling(values)
  const { accept, auth, contentFaults = "off", expect, family, followRedirects, headers = {}, method } = step
  const { body, type } = bodyOf(filling, step)
  const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filling.text(value)]))
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === "content-type")
  const url = fillUrl(filling, step.url)
  const login = auth === undefined ? {} : { auth: fillAuth(filling, auth) }
  const wanted = expect === undefined ? {} : { expect: expect.map((one) => fillExpectation(filling, one)) }
  return {
    request: {
      url,
      timeoutMs,
      contentFaults,
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { ...filled, ...(type === undefined || hasType ? {} : { "content-type": type }) },
      secret: step.secret === true || [...filling.used].some(isSecret),
      ...login,
      ...wanted,
      ...(accept === undefined ? {} : { accept }),
      ...(body === undefined ? {} : { body }),
      ...(family === undefined ? {} : { family }),
      ...(followRedirects === undefined ? {} : { followRedirects }),
      ...(userAgent === undefined ? {} : { userAgent })
    },
    missing: [...filling.missing]
  }
}
