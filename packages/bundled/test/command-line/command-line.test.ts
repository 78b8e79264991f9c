import { prototypeWords } from "@mon/tooling/prototypeWords"
import { describe, expect, it, test } from "vitest"
import {
  choice,
  command,
  CommandError,
  commandGroup,
  type Command,
  flag,
  list,
  optional,
  positiveNumber,
  required,
  requiredList,
  text,
  UsageError,
  wholeNumber,
  withDefault
} from "../../src/command-line/index.ts"

const greet = command({
  name: "greet",
  description: "Greets people.",
  options: {
    loud: flag("Shout", "l"),
    times: withDefault(wholeNumber("n", 1, 9), 1, "How often"),
    tone: optional(choice("tone", ["warm", "cold"]), "The tone"),
    title: list(text("title", "a title"), "A title"),
    every: withDefault(positiveNumber("seconds", "seconds", 60), 0.5, "Wait between greetings"),
    language: requiredList(text("code", "a language code"), "A language"),
    x: flag("Only a letter", "x")
  },
  arguments: {
    who: required(text("who", "a name"), "Whom to greet"),
    others: list(text("who", "a name"), "Whom else to greet")
  },
  notes: "Greetings are free.",
  exitCodes: { ok: "Everyone was greeted", finding: "Somebody frowned", couldNot: "Nobody was there" },
  run: (values, { out }) => {
    if (values.who === "nobody") throw new CommandError("Nobody is there.")
    if (values.who === "bug") throw new TypeError("a bug")
    if (values.who === "wrong") throw new UsageError("<who> must be a name, not a mood.")
    out(JSON.stringify(values))
    return values.who === "grump" ? 1 : 0
  }
})

const run = async (of: Command, args: ReadonlyArray<string>, signal = new AbortController().signal) => {
  const texts = { out: "", err: "" }
  const code = await of.run(args, {
    out: (part) => void (texts.out += part),
    err: (part) => void (texts.err += part),
    colour: false,
    interactive: false,
    version: "1.2.3",
    signal
  })
  return { code, ...texts }
}

describe("a command", () => {
  it("gets the values of its options and arguments", async () => {
    const { code, out } = await run(greet, [
      "ann",
      "-lx",
      "--language=en",
      "--title",
      "Dr",
      "--title",
      "Prof",
      "bob",
      "--",
      "-c"
    ])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      loud: true,
      times: 1,
      tone: null,
      title: ["Dr", "Prof"],
      every: 0.5,
      language: ["en"],
      x: true,
      who: "ann",
      others: ["bob", "-c"]
    })
  })

  it("takes the last of options that are given twice", async () => {
    const { out } = await run(greet, ["ann", "--language", "en", "--times", "2", "--times", "3", "--tone", "cold"])
    expect(JSON.parse(out)).toMatchObject({ times: 3, tone: "cold" })
  })

  it("prints help from what it accepts", async () => {
    for (const args of [["--help"], ["-h"], ["--nope", "--help"]])
      expect(await run(greet, args)).toEqual({
        code: 0,
        err: "",
        out: `Usage: greet --language <code> [options] <who> [<others>...]

Greets people.

Arguments:
  <who>     Whom to greet
  <others>  Whom else to greet

Options:
  -l, --loud         Shout
  --times <n>        How often (default: 1)
  --tone <tone>      The tone
  --title <title>    A title (repeatable)
  --every <seconds>  Wait between greetings (default: 0.5)
  --language <code>  A language (required, repeatable)
  -x                 Only a letter
  -h, --help         Print this help
  --version          Print the version

Greetings are free.

Exit codes:
  0   Everyone was greeted
  1   Somebody frowned
  2   Nobody was there
  64  The command line is wrong
`
      })
  })

  it("prints the version", async () => {
    expect(await run(greet, ["--version"])).toEqual({ code: 0, err: "", out: "1.2.3\n" })
  })

  test.each([
    [["ann", "--language", "en", "--nope"], "Unknown option: --nope."],
    [["ann", "--language", "en", "--constructor"], "Unknown option: --constructor."],
    [["ann", "--language", "en", "-q"], "Unknown option: -q."],
    [["ann", "--langauge", "en"], "Unknown option: --langauge. Did you mean --language?"],
    [["ann", "--hepl"], "Unknown option: --hepl. Did you mean --help?"],
    [["--language", "en"], "<who> is missing. It must be a name."],
    [["ann"], "--language is missing. It must be a language code."],
    [["ann", "--language", "en", "--times", "0"], '--times must be a whole number from 1 to 9, not "0".'],
    [["ann", "--language", "en", "--times", "1.5"], '--times must be a whole number from 1 to 9, not "1.5".'],
    [
      ["ann", "--language", "en", "--every", "no"],
      '--every must be a number of seconds above 0, at most 60, not "no".'
    ],
    [["ann", "--language", "en", "--tone", "hot"], '--tone must be one of warm, cold, not "hot".'],
    [["ann", "--language", "en", "--times"], "--times must be a whole number from 1 to 9, but no value was given."],
    [
      ["ann", "--language", "--loud"],
      "--language must be a language code, but no value was given. For a value that begins"
    ],
    [["ann", "--language", ""], '--language must be a language code, not "".'],
    [["ann", "--language", "en", "--loud=yes"], "--loud takes no value."],
    [["wrong", "--language", "en"], "<who> must be a name, not a mood."]
  ])("%j: exits 64 and names the argument", async (args, message) => {
    const { code, err, out } = await run(greet, args)
    expect({ code, out }).toEqual({ code: 64, out: "" })
    expect(err.startsWith(message)).toBe(true)
    expect(err.endsWith('\nRun "greet --help" for help.\n')).toBe(true)
  })

  it("exits 1 for a finding, and 2 with a message when the work could not be done", async () => {
    expect((await run(greet, ["grump", "--language", "en"])).code).toBe(1)
    expect(await run(greet, ["nobody", "--language", "en"])).toEqual({ code: 2, err: "Nobody is there.\n", out: "" })
  })

  it("exits 2 with the stack for a bug", async () => {
    const { code, err } = await run(greet, ["bug", "--language", "en"])
    expect(code).toBe(2)
    expect(err).toMatch(/^TypeError: a bug\n {4}at /u)
  })

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ])("interrupted by %s exits %i", async (reason, code) => {
    const stop = new AbortController()
    const waits = command({
      name: "wait",
      description: "Waits.",
      options: {},
      arguments: {},
      exitCodes: { ok: "Never", couldNot: "Never" },
      run: async (_values, { signal }) => {
        stop.abort(reason)
        throw signal.reason
      }
    })
    expect(await run(waits, [], stop.signal)).toEqual({ code, err: "", out: "" })
  })

  it("says which file arguments are too many", async () => {
    const none = command({
      name: "none",
      description: "Takes nothing.",
      options: {},
      arguments: {},
      exitCodes: { ok: "Done", couldNot: "Not done" },
      run: () => 0
    })
    expect((await run(none, ["x"])).err).toBe('Unexpected argument: "x".\nRun "none --help" for help.\n')
  })
})

describe("a group of commands", () => {
  const loaded: Array<string> = []
  const group = commandGroup({
    name: "people",
    description: "Commands for people.",
    commands: {
      greet: {
        description: "Greet people",
        load: () => {
          loaded.push("greet")
          return greet
        }
      },
      broken: {
        description: "Cannot be loaded",
        load: () => Promise.reject(new CommandError("It is not installed."))
      }
    }
  })

  it("runs the one that is named, and loads no other", async () => {
    expect(JSON.parse((await run(group, ["greet", "ann", "--language", "en"])).out)).toMatchObject({ who: "ann" })
    expect((await run(group, ["greet", "--help"])).out).toMatch(/^Usage: greet /u)
    expect(loaded).toEqual(["greet", "greet"])
    expect(await run(group, ["broken"])).toEqual({ code: 2, err: "It is not installed.\n", out: "" })
  })

  it("prints help and version without loading one", async () => {
    const before = loaded.length
    const { code, out } = await run(group, ["--help"])
    expect(code).toBe(0)
    expect(out).toContain("Commands:\n  greet   Greet people\n  broken  Cannot be loaded\n")
    expect(await run(group, ["--version"])).toEqual({ code: 0, err: "", out: "1.2.3\n" })
    expect(loaded).toHaveLength(before)
  })

  test.each([
    [[], "<command> is missing. It must be one of greet, broken."],
    [["leave"], '<command> must be one of greet, broken, not "leave".'],
    [["great"], '<command> must be one of greet, broken, not "great". Did you mean greet?'],
    [["toString"], '<command> must be one of greet, broken, not "toString".'],
    [["--nope"], "Unknown option: --nope."]
  ])("%j: exits 64", async (args, message) => {
    expect(await run(group, args)).toEqual({ code: 64, err: `${message}\nRun "people --help" for help.\n`, out: "" })
  })
})

test.each(prototypeWords)("the word %j is neither an option nor a command", async (word) => {
  for (const option of [`--${word}`, `--${word}=1`]) {
    const { code, err } = await run(greet, ["ann", "--language", "en", option])
    expect([code, err]).toEqual([64, expect.stringContaining(`Unknown option: --${word}.`)])
  }
  const group = commandGroup({ name: "people", description: "People.", commands: {} })
  expect((await run(group, [word])).err).toContain(`not "${word}"`)
})
