import { describe, expect, it } from "vitest"
import { readTimedToken, timedToken } from "../../src/auth/TimedToken.ts"
import { isView, makeView } from "../../src/web/share/ShareCookies.ts"
import { isProof, makeProof } from "../../src/web/statusPages/PageKeys.ts"

const NOW = Date.UTC(2026, 10, 28)
/** In these tests, a signature is the signed text. */
const signer = {
  sign: (label: string, message: string) => Buffer.from(`${label} ${message}`).toString("hex").slice(-90),
  verify: (label: string, message: string, mac: string) => signer.sign(label, message) === mac
}
const page = {
  access: "password",
  passwordHash: "x",
  emailDomains: [],
  document: { id: "p" }
} as unknown as Parameters<typeof makeProof>[2]
const share = { jobId: "j", mac: "m" }

const kinds = {
  "a link to a private page": [
    makeProof(signer, "link", page, NOW, null),
    (token: string, at = NOW) => isProof(signer, "link", page, token, at, null)
  ],
  "a view of a private page": [
    makeProof(signer, "view", page, NOW, "status.example"),
    (token: string, at = NOW) => isProof(signer, "view", page, token, at, "status.example")
  ],
  "a view of a simulation": [
    makeView(signer, share, 1, NOW),
    (token: string, at = NOW) => isView(signer, share, 1, token, at)
  ]
} as const

describe.each(Object.entries(kinds))("%s", (_, [token, isValid]) => {
  it("has one form", () => {
    const [until = "", mac = ""] = token.split(".")
    expect([isValid(token), isValid(token, Number(until) * 1_000)]).toEqual([true, false])
    for (const other of [
      `0${token}`,
      `00000${until}.${mac}`,
      `+${token}`,
      ` ${token}`,
      `${token}.x`,
      `${token}.`,
      `${until}.0.${mac}`,
      `${until}`,
      `${until}.`,
      `.${mac}`,
      `${Number(until) + 1}.${mac}`,
      `${until}.${mac}x`,
      ""
    ])
      expect([other, isValid(other)]).toEqual([other, false])
  })
})

it("a token is read as it was written", () => {
  const token = { until: 1_796_000_000, mac: "a-b_c" }
  expect(readTimedToken(timedToken(token))).toEqual(token)
  expect(readTimedToken(undefined)).toBeNull()
})
