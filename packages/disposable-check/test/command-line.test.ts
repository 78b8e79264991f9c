import { expect, it } from "vitest"
import { disposableCommand } from "../src/cli/disposableCommand.ts"

async function* nothing(): AsyncGenerator<string> {}
async function* given(...lines: ReadonlyArray<string>): AsyncGenerator<string> {
  yield* lines
}

const run = async (
  args: ReadonlyArray<string>,
  lines: AsyncIterable<string> = nothing()
): Promise<{ code: number; out: ReadonlyArray<string>; err: ReadonlyArray<string> }> => {
  const out: Array<string> = []
  const err: Array<string> = []
  const code = await disposableCommand.run(args, {
    version: "1.2.3",
    out: (text) => out.push(text.replace(/\n$/, "")),
    err: (text) => err.push(text.replace(/\n$/, "")),
    colour: false,
    interactive: false,
    signal: new AbortController().signal,
    lines: () => lines
  })
  return { code, out, err }
}

it("prints one sentence for each argument and exits with 1 for a disposable one", async () => {
  expect(await run(["bob@x.mailinator.com", "anna@proton.me", "anna@example.org"])).toEqual({
    code: 1,
    err: [],
    out: [
      "bob@x.mailinator.com: disposable (disposable, confirmed, by mailinator.com, Mailinator)",
      "anna@proton.me: not disposable (privacy, Proton Mail)",
      "anna@example.org: not disposable (none)"
    ]
  })
})

it("exits with 0 when nothing is disposable, and with 2 for invalid input", async () => {
  expect((await run(["anna@gmail.com"])).code).toBe(0)
  const { code, out } = await run(["a b@gmail.com", "bob@mailinator.com"])
  expect([code, out[0]]).toEqual([2, "a b@gmail.com: invalid (The part before the @ is not valid.)"])
})

it("reads lines when no argument is given", async () => {
  expect(await run(["--json"], given("bob@mailinator.com", "", "  x@duck.com "))).toEqual({
    code: 1,
    err: [],
    out: [
      '{"valid":true,"input":"bob@mailinator.com","domain":"mailinator.com","disposable":true,"class":"disposable","tier":"confirmed","rule":"mailinator.com","provider":"Mailinator","suggestion":null,"role":null}',
      '{"valid":true,"input":"x@duck.com","domain":"duck.com","disposable":false,"class":"alias","tier":null,"rule":"duck.com","provider":"DuckDuckGo Email Protection","suggestion":null,"role":null}'
    ]
  })
})

it("accepts the options of the check", async () => {
  expect((await run(["--flag-aliases", "x@duck.com"])).code).toBe(1)
  expect((await run(["--confirmed-only", "temp-mail.io"])).code).toBe(0)
})

it("explains the source of a rule", async () => {
  const { out } = await run(["--explain", "mailinator.com", "duck.com"])
  expect(out[1]).toMatch(/^ {2}listed by disposable-email-domains-js [\d.]+; /)
  expect(out.at(-1)).toBe("  aliases of an account with a confirmed mailbox")
  expect(JSON.parse((await run(["--explain", "--json", "duck.com"])).out[0] ?? "")).toMatchObject({
    class: "alias",
    sources: [],
    reason: "aliases of an account with a confirmed mailbox"
  })
})

it("prints help and version, and rejects unknown options", async () => {
  expect((await run(["--version"])).out).toEqual(["1.2.3"])
  expect((await run(["-h"])).out[0]).toMatch(/^Usage: mon-disposable-check/)
  const { code, err } = await run(["--no-such"])
  expect([code, err]).toEqual([64, ['Unknown option: --no-such.\nRun "mon-disposable-check --help" for help.']])
})
