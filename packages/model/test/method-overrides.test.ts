import { expect, test } from "vitest"
import { headersFault } from "../src/index.ts"

test.each([
  "X-HTTP-Method-Override",
  "x-http-method-override",
  "X-HTTP-Method",
  "X-Method-Override",
  "X_HTTP_METHOD_OVERRIDE",
  "X-HTTP_Method-Override",
  "_method"
])("a monitor may not send %s", (name) => {
  expect(headersFault({ [name]: "DELETE" })).toBe(
    `must not contain ${name}, which makes servers use a different method.`
  )
})

test.each(["X-Requested-With", "Method", "X-Method-Id"])("a monitor may send %s", (name) => {
  expect(headersFault({ [name]: "DELETE" })).toBeNull()
})
