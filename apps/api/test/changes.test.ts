import { MonApi, endpointsOf } from "@mon/api-contract"
import { AuditLog } from "@mon/core-store"
import { planTable } from "@mon/model"
import { Effect, Stream, Tracer } from "effect"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { apiEndpoints } from "../src/api/apiHandlers.ts"
import type { Caller } from "../src/auth/Caller.ts"
import type { RequestContext } from "../src/http/RequestContext.ts"
import { makeEndpointTable } from "../src/http/EndpointTable.ts"
import { pageEndpoints } from "../src/web/pageEndpoints.ts"
import { makePageRouter } from "../src/web/PageRouter.ts"
import { behindProxy, linkTo, PASSWORD, signUp, type Visitor, visitor } from "./pages/Visitor.ts"
import { collectSpans, openWorld, type TestAccount, type TestApi, type World } from "./World.ts"

const caller: Caller = {
  principal: { userId: "user", accountId: "account", membershipId: "membership", role: "owner", memberRole: null },
  viewer: { accountKey: "1", userKey: "2", membershipKey: "3", role: "owner" },
  plan: "pro",
  limits: planTable.pro,
  via: "key",
  scope: "write",
  credentialHash: new Uint8Array(32),
  client: { address: "192.0.2.1", userAgent: "test" },
  session: null
}

const noLog: AuditLog["Service"] = {
  begin: () => Effect.succeed(null),
  addAll: () => Effect.void,
  finish: () => Effect.void,
  withdraw: () => Effect.void,
  addPersonal: () => Effect.void,
  list: () => Effect.succeed([]),
  stream: () => Stream.empty,
  purge: () => Effect.succeed(0)
}

/** Returns the span attributes of a request that runs this work. */
const attributesOf = (work: Effect.Effect<unknown, unknown, AuditLog>): Readonly<Record<string, unknown>> => {
  const spans: Array<Tracer.Span> = []
  Effect.runSync(
    Effect.orDie(work).pipe(
      Effect.withSpan("request"),
      Effect.provideService(Tracer.Tracer, collectSpans(spans)),
      Effect.provideService(AuditLog, noLog)
    )
  )
  return Object.fromEntries(spans[0]?.attributes ?? [])
}

const fill = (path: string): string => path.replaceAll(/:\w+/gu, "an-id")

describe("every endpoint of the contract", () => {
  const table = makeEndpointTable(apiEndpoints, () => ({
    check: null,
    target: null,
    audit: null,
    prepare: () => Effect.succeed(Effect.succeed({}))
  }))
  const attributesOfRequest = (method: string, path: string) => {
    const match = table.match(method, fill(path))
    if (match === null) throw new Error("No such endpoint.")
    const request = { caller, workId: Effect.succeed(""), params: match.params, query: undefined, payload: undefined }
    return attributesOf(Effect.flatten(match.endpoint.prepare(request)))
  }
  const endpoints = endpointsOf(MonApi).filter(({ group }) => group !== "system")

  it.each(endpoints.filter(({ method }) => method !== "GET").map((one) => [`${one.method} ${one.path}`, one]))(
    "runs as a change unless its method is GET: %s",
    (_, endpoint) => {
      const { group, method, name, path } = endpoint as (typeof endpoints)[number]
      expect(attributesOfRequest(method, path)).toEqual({
        action: `${group}.${name}`,
        actor: "key",
        user: "user",
        membership: "membership",
        account: "account",
        ...(path.includes(":") ? { target: "an-id" } : {})
      })
    }
  )

  it("does not run as a change if its method is GET", () => {
    for (const { method, path } of endpoints.filter(({ method: own }) => own === "GET")) {
      expect(attributesOfRequest(method, path)).toEqual({})
    }
  })
})

const forms = pageEndpoints.flatMap((one) => (one.method === "POST" ? [one] : []))

const postTo = (path: string): RequestContext => {
  const request = new IncomingMessage(new Socket())
  return {
    request,
    serverResponse: new ServerResponse(request),
    id: "request",
    method: "POST",
    path,
    query: "",
    startedAt: 0
  }
}

describe("every form of the pages", () => {
  it.each(forms.map((form) => [form.path, form] as const))("runs as a change: %s", (path, form) => {
    const actor = { kind: "link" } as const
    const submit = Effect.succeed({ status: 200, contentType: "text/plain", body: "" })
    const admit = () => Effect.succeed({ actor, accountId: "account", target: "target", submit })
    const find = makePageRouter([{ ...form, admit }], {
      clientAddress: () => "192.0.2.1",
      baseUrl: () => "http://mon.test",
      service: "Mon"
    })
    expect(attributesOf(find(postTo(fill(path)))?.response ?? Effect.void)).toEqual({
      action: form.action,
      actor: "link",
      account: "account",
      target: "target"
    })
  })

  it("has its own action", () => {
    expect(new Set(forms.map(({ action }) => action)).size).toBe(forms.length)
    for (const { action } of forms) expect(action).toMatch(/^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/u)
  })
})

describe("a change made through the server", () => {
  const spans: Array<Tracer.Span> = []
  let world: World
  let api: TestApi
  let account: TestAccount
  let person: Visitor
  let accountId: string

  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy, spans })
    account = await world.account()
    person = await signUp(world, api, "ann@example.com")
    const [row] = await world.sql(
      `select a.public_id as id from account a join membership m on m.account_id = a.id join app_user u on u.id = m.user_id
       where u.email = 'ann@example.com'`
    )
    accountId = String((row as { readonly id: string }).id)
  })
  afterAll(() => world.close())

  const newest = () => {
    const span = spans.findLast(({ kind }) => kind === "server")
    return Object.fromEntries([...(span?.attributes ?? [])].filter(([name]) => !name.startsWith("http.")))
  }

  it("names the member and the account of its key", async () => {
    await api.send("POST", "/api/v1/domains", { key: account.key, body: { url: "a.example.com" } })
    expect(newest()).toMatchObject({
      action: "domains.create",
      actor: "key",
      membership: account.membershipId,
      account: account.id
    })
  })

  it("is not recorded if the key is invalid", async () => {
    await api.send("POST", "/api/v1/domains", { key: "mon_wrong", body: { url: "b.example.com" } })
    expect(newest()).toEqual({})
  })

  it.each(forms.filter(({ path }) => path.startsWith("/settings") || path === "/accounts").map(({ path }) => path))(
    "names the account of the session, and is refused without a session: %s",
    async (path) => {
      await person.post(path, {})
      expect(newest()).toMatchObject({ actor: "session", account: accountId })
      expect((await visitor(api).post(path, {})).headers["location"]).toBe("/signin")
      expect(newest()).toEqual({})
      if (path === "/settings/sessions") expect((await person.get("/settings/sign-in")).status).toBe(200)
    }
  )

  it("is refused if an emailed link is invalid", async () => {
    const somebody = visitor(api)
    await somebody.post("/signup", { email: "bob@example.com" })
    expect(newest()).toEqual({ action: "signup.requestLink", actor: "visitor" })
    const path = linkTo(world, "bob@example.com")
    await somebody.post(`${path.slice(0, -4)}abcd`, { password: PASSWORD })
    expect(newest()).toEqual({})
    await somebody.post(path, { password: PASSWORD })
    expect(newest()).toEqual({ action: "signup.complete", actor: "link" })
  })
})
