// The second factor and the sessions are managed with a session.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, ID, TIME } from "../Expected.ts"
import { codeAt, halfSignIn } from "../pages/Authenticator.ts"
import { behindProxy, PASSWORD, signUp, type Visitor, visitor } from "../pages/Visitor.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const MINUTES = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\.000Z$/u)
const RECENT = "Enter your password: you signed in more than 15 minutes ago."
const CODE = "Enter the code your authenticator app shows now, or a recovery code. Each code works once."
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0"

describe("two-factor sign-in and sessions", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  /** Sends requests as the dashboard does, and stores new cookies. */
  const as = (person: Visitor) => async (method: string, path: string, body?: unknown) => {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await api.send(method, `/api/v1${path}`, {
      headers: {
        Cookie: cookie,
        "Sec-Fetch-Site": "same-origin",
        "User-Agent": FIREFOX,
        "X-Forwarded-For": "203.0.113.9"
      },
      ...(body === undefined ? {} : { body })
    })
    for (const line of [response.headers["set-cookie"] ?? []].flat()) {
      const [pair = ""] = line.split(";")
      const [name = "", value = ""] = pair.split("=")
      person.cookies.set(name, value)
    }
    return response
  }
  const passMinutes = (minutes: number) =>
    world.sql("update user_session set created_at = created_at - make_interval(mins => $1)", minutes)

  it("POST /second-factor/setup and /second-factor switch it on, and GET /second-factor shows it", async () => {
    const person = await signUp(world, api, "on@example.net")
    const send = as(person)
    const none = { enabledAt: null, recoveryCodesLeft: 0, isRequired: false }
    expectResponse(await send("GET", "/second-factor"), 200, { success: true, data: none })
    const setup = await send("POST", "/second-factor/setup")
    expectResponse(setup, 200, {
      success: true,
      data: {
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/u),
        uri: expect.stringMatching(/^otpauth:\/\/totp\/Mon:on%40example\.net\?issuer=Mon&/u),
        qrCode: expect.stringMatching(/^data:image\/svg\+xml;base64,/u),
        setupToken: expect.any(String)
      }
    })
    const { secret, setupToken } = setup.data as unknown as { secret: string; setupToken: string }
    const confirm = (body: object) => send("POST", "/second-factor", body)
    expectError(
      await confirm({ setupToken, code: "000000" }),
      400,
      "The code is wrong. Enter the code your authenticator app shows now."
    )
    expectError(
      await confirm({ setupToken: "m1.x", code: "000000" }),
      400,
      "setupToken is wrong or has expired. Start again."
    )
    expectResponse(await send("GET", "/second-factor"), 200, { success: true, data: none })
    const before = person.cookies.get("mon_session")
    const on = await confirm({ setupToken, code: codeAt(secret, world.clock.now()) })
    expect(on.status).toBe(200)
    expect(on.data["recoveryCodes"]).toHaveLength(10)
    expect(person.cookies.get("mon_session")).not.toBe(before)
    expectResponse(await send("GET", "/second-factor"), 200, {
      success: true,
      data: { enabledAt: TIME, recoveryCodesLeft: 10, isRequired: false }
    })

    await passMinutes(16)
    for (const [method, path, body] of [
      ["POST", "/second-factor/setup"],
      ["POST", "/second-factor", { setupToken, code: "000000" }],
      ["POST", "/second-factor/recovery-codes"],
      ["DELETE", "/second-factor"],
      ["PATCH", "/second-factor/requirement", { isRequired: true }]
    ] as const)
      expectError(await send(method, path, body), 403, RECENT)
    expectError(await send("POST", "/account/confirm", { password: PASSWORD }), 400, CODE)
    expectError(await send("POST", "/account/confirm", { password: PASSWORD, code: "000000" }), 400, CODE)
    expectError(
      await send("POST", "/account/password", { current: PASSWORD, password: "four other words here" }),
      400,
      CODE
    )
    world.clock.advance(60_000)
    const code = codeAt(secret, world.clock.now())
    expectResponse(await send("POST", "/account/confirm", { password: PASSWORD, code }), 200, {
      success: true,
      data: { confirmed: true }
    })
    const fresh = await send("POST", "/second-factor/recovery-codes")
    expect(fresh.data["recoveryCodes"]).not.toEqual(on.data["recoveryCodes"])
    expectResponse(await send("DELETE", "/second-factor"), 200, { success: true, data: { removed: true } })
    expectError(await send("DELETE", "/second-factor"), 404, "You have not set up a second factor.")
    expectError(await send("POST", "/second-factor/recovery-codes"), 404, "You have not set up a second factor.")
    expectResponse(await send("GET", "/account"), 200, expect.anything())
  })

  it("PATCH /second-factor/requirement needs the owner's own second factor", async () => {
    const send = as(await signUp(world, api, "require@example.net"))
    expectError(
      await send("PATCH", "/second-factor/requirement", { isRequired: true }),
      400,
      "Set up your own two-factor sign-in before you require it."
    )
    expectError(await send("PATCH", "/second-factor/requirement", {}), 400, "isRequired must be true or false.")
    const { secret, setupToken } = (await send("POST", "/second-factor/setup")).data as unknown as {
      secret: string
      setupToken: string
    }
    await send("POST", "/second-factor", { setupToken, code: codeAt(secret, world.clock.now()) })
    const required = await send("PATCH", "/second-factor/requirement", { isRequired: true })
    expect(required.data["isRequired"]).toBe(true)
    expectError(await send("DELETE", "/second-factor"), 400, "An account you belong to requires two-factor sign-in.")
    expect((await send("PATCH", "/second-factor/requirement", { isRequired: false })).data["isRequired"]).toBe(false)
  })

  it("GET /sessions lists, and DELETE /sessions/:id and /sessions end, the sessions of the person only", async () => {
    const email = "sessions@example.net"
    const person = await signUp(world, api, email)
    const send = as(person)
    const phone = visitor(api, "198.51.100.20")
    const SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1"
    await phone.post("/signin", { email, password: PASSWORD }, { "User-Agent": SAFARI })
    await visitor(api).post("/signin", { email, password: PASSWORD })
    const stranger = as(await signUp(world, api, "stranger@example.net"))
    await world.sql(
      "update user_session set seen_at = seen_at - interval '2 minutes' where address not like '198.51.%'"
    )
    const listed = await send("GET", "/sessions")
    expectResponse(listed, 200, {
      success: true,
      data: [
        {
          id: ID,
          isCurrent: true,
          isWithProvider: false,
          browser: "Firefox",
          system: "Linux",
          address: "203.0.113.9",
          signedInAt: TIME,
          lastUsedAt: MINUTES
        },
        {
          id: ID,
          isCurrent: false,
          isWithProvider: false,
          browser: "Safari",
          system: "iOS",
          address: "198.51.100.20",
          signedInAt: TIME,
          lastUsedAt: MINUTES
        },
        {
          id: ID,
          isCurrent: false,
          isWithProvider: false,
          browser: null,
          system: null,
          address: expect.any(String),
          signedInAt: TIME,
          lastUsedAt: MINUTES
        }
      ]
    })
    for (const token of person.cookies.values()) expect(listed.text).not.toContain(token)
    const [, ofPhone] = listed.data as unknown as ReadonlyArray<{ id: string }>
    const id = ofPhone?.id ?? ""
    expectError(await stranger("DELETE", `/sessions/${id}`), 404, "Session not found.")
    expectError(await send("DELETE", `/sessions/${absent}`), 404, "Session not found.")
    expect((await phone.get("/settings/sign-in")).status).toBe(200)
    expectResponse(await send("DELETE", `/sessions/${id}`), 200, { success: true, data: { id, deleted: true } })
    expect((await phone.get("/settings/sign-in")).status).toBe(303)
    expectResponse(await send("DELETE", "/sessions"), 200, { success: true, data: { ended: 1 } })
    expect((await send("GET", "/sessions")).data).toHaveLength(1)
    expect((await stranger("GET", "/sessions")).data).toHaveLength(1)
  })

  it("shows no session that was opened without a code, and none of a person who is still entering one", async () => {
    const email = "half@example.net"
    const person = await signUp(world, api, email)
    const send = as(person)
    const { secret, setupToken } = (await send("POST", "/second-factor/setup")).data as unknown as {
      secret: string
      setupToken: string
    }
    await send("POST", "/second-factor", { setupToken, code: codeAt(secret, world.clock.now()) })
    await halfSignIn(api, email)
    expect((await send("GET", "/sessions")).data).toHaveLength(1)
  })
})
