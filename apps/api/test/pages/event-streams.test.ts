// An event stream ends with the session that opened it.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const END = "event: end\ndata: {}\n\n"

describe("the event stream of a session", () => {
  let world: World
  let api: TestApi
  const closing: Array<() => void> = []
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(async () => {
    for (const close of closing) close()
    await world.close()
  })

  const open = (person: Visitor, headers: Readonly<Record<string, string>>, signal?: AbortSignal) => {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    return fetch(`${api.origin}/api/v1/events`, {
      headers: { Cookie: cookie, ...headers },
      ...(signal === undefined ? {} : { signal })
    })
  }

  /** Opens a stream and waits until it has begun. `until` reads up to a text, and `rest` reads to the end. */
  const listen = async (person: Visitor) => {
    const abort = new AbortController()
    closing.push(() => abort.abort())
    const response = await open(person, { "Sec-Fetch-Site": "same-origin" }, abort.signal)
    expect(response.status).toBe(200)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ""
    const readTo = async (isEnough: () => boolean): Promise<string> => {
      for (;;) {
        if (isEnough()) return text
        const piece = await reader?.read()
        if (piece === undefined || piece.done) return text
        text += piece.value
      }
    }
    await readTo(() => text.includes("event: ready"))
    return { until: (part: string) => readTo(() => text.includes(part)), rest: () => readTo(() => false) }
  }

  const signIn = async (email: string): Promise<Visitor> => {
    const person = visitor(api)
    expect((await person.post("/signin", { email, password: PASSWORD })).status).toBe(303)
    return person
  }

  /** Adds a monitor to the account of a person, and returns the monitor's id. */
  const addMonitor = async (email: string): Promise<string> => {
    const [row] = await world.sql(
      `with made as (
        insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds, timeout_seconds)
        select mon_uuidv7(), ms.account_id, 1, 'https://a.example', 'a.example', mon_uuidv7()::text, 'A', 300, 30
        from membership ms join app_user u on u.id = ms.user_id where u.email = $1 returning id, public_id
      ), scheduled as (
        insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, state) select id, 1, 300000, 30000, 0, 1 from made
      ) select public_id as id from made`,
      email
    )
    return (row as { readonly id: string }).id
  }

  it("ends when the person signs out, and another session of the person goes on", async () => {
    const ann = await signUp(world, api, "ann@example.net")
    const other = await signIn("ann@example.net")
    const [first, second] = [await listen(ann), await listen(other)]
    await ann.post("/signout", {})
    expect((await first.rest()).endsWith(END)).toBe(true)
    const text = await second.until(await addMonitor("ann@example.net"))
    expect(text).not.toContain("event: end")
  })

  it("ends in other browsers when the password changes", async () => {
    const bob = await signUp(world, api, "bob@example.net")
    const elsewhere = await listen(await signIn("bob@example.net"))
    const { status } = await bob.call("POST", "/account/password", {
      current: PASSWORD,
      password: "another four words"
    })
    expect(status).toBe(200)
    expect((await elsewhere.rest()).endsWith(END)).toBe(true)
  })

  it.each([
    ["is suspended", "suspended_at = now()"],
    ["will be deleted", "deletes_at = now() + interval '30 days'"],
    ["requires a second factor that the person has not", "second_factor_required = true"]
  ])("ends at once when the account %s", async (_, change) => {
    const email = `${change.slice(0, 4)}@example.net`
    const stream = await listen(await signUp(world, api, email))
    await world.sql(
      `update account set ${change} where id = (
        select ms.account_id from membership ms join app_user u on u.id = ms.user_id where u.email = $1)`,
      email
    )
    const text = await stream.rest()
    expect(text.endsWith(END)).toBe(true)
    expect(text, "it does not wait for the next heartbeat").not.toMatch(/^:$/mu)
  })

  it("is not for other sites, and not for other people", async () => {
    const eve = await signUp(world, api, "eve@example.net")
    await signUp(world, api, "mia@example.net")
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://attacker.example" }
    expect((await open(eve, headers)).status).toBe(401)
    const stream = await listen(eve)
    const hidden = await addMonitor("mia@example.net")
    expect(await stream.until(await addMonitor("eve@example.net"))).not.toContain(hidden)
  })
})
