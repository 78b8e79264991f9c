import { afterAll, describe, expect, it } from "vitest"
import { makeFolder, removeFolder, start } from "./Program.ts"

const folder = makeFolder()
afterAll(() => removeFolder(folder))

const password = "four words make one"

/** Posts a form as a browser does from our own page. Does not follow redirects. */
const post = (origin: string, path: string, fields: Readonly<Record<string, string>>) =>
  fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" },
    body: new URLSearchParams(fields).toString()
  })

describe("the owner of a new service", () => {
  it("sets a password once with the printed link and then signs in; the email of a reset is stored in the outbox", async () => {
    const program = start("main.ts", [], { MON_PORT: "0", MON_DATA_DIR: folder, NODE_ENV: "production" })
    const link = new URL(await program.prints(/Set the owner's password[^:]*: (\S+)/u))
    expect(await program.prints(/(Session cookies are sent unencrypted)/u)).not.toBe("")
    expect((await fetch(link)).status).toBe(200)
    const set = await post(link.origin, link.pathname, { password })
    expect([set.status, set.headers.get("location")]).toEqual([303, "/app?done=password"])
    const [cookie = ""] = (set.headers.get("set-cookie") ?? "").split(";")
    expect(await (await fetch(`${link.origin}/outbox`, { headers: { Cookie: cookie } })).text()).toContain(
      "owner@localhost"
    )
    expect((await post(link.origin, link.pathname, { password: "another four words" })).status).toBe(410)
    expect((await post(link.origin, "/signin", { email: "owner@localhost", password })).status).toBe(303)
    expect((await post(link.origin, "/reset", { email: "owner@localhost" })).status).toBe(303)
    await program.prints(/(Email to owner@localhost stored in the outbox)/u)
    process.kill(program.pid, "SIGTERM")
    expect(await program.ended).toMatchObject({ code: 0, stderr: "" })
    expect(program.output()).not.toContain(password)
  })
})
