import { BadRequest, TooManyRequests } from "@mon/api-contract"
import { Cause, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { errorResponseFor } from "../../src/http/ErrorResponse.ts"

const responseTo = (error: Error) => Effect.runSync(errorResponseFor(Cause.fail(error)))

describe("Retry-After", () => {
  it.each([
    ["Please wait 7 seconds before checking again.", "7"],
    ["Too many simulations. Try again in 42 seconds.", "42"],
    ["Too many requests.", "60"],
    ["x".repeat(10_000), "60"]
  ])("of a handler's 429 is the wait in its message: %s", (message, seconds) => {
    expect(responseTo(new TooManyRequests({ message }))).toMatchObject({
      status: 429,
      headers: { "Retry-After": seconds }
    })
  })

  it("is on no other response", () => {
    expect(responseTo(new BadRequest({ message: "Wait 7 seconds before this." })).headers).toBeUndefined()
  })
})
