import { spawnSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string) => readFileSync(join(root, path), "utf8")

interface Instruction {
  readonly name: string
  readonly text: string
}

/** Returns the instructions of a Dockerfile. Omits comments, and joins continued lines. */
const instructions = (dockerfile: string): ReadonlyArray<Instruction> =>
  dockerfile
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .join("\n")
    .replaceAll(/\\\n\s*/gu, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ name: line.split(" ", 1)[0] ?? "", text: line.slice(line.indexOf(" ") + 1).trim() }))

const words = (text: string) => text.split(/\s+/u).filter((word) => word !== "")

/** Returns the names after `npm run` that are not scripts of the root package. */
const unknownScripts = (dockerfile: string, scripts: ReadonlySet<string>): ReadonlyArray<string> =>
  instructions(dockerfile)
    .filter(({ name }) => name === "RUN")
    .flatMap(({ text }) => [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/gu)].map(([, script]) => script ?? ""))
    .filter((script) => !scripts.has(script))

/** Returns the sources of COPY that come from the build context. */
const copied = (dockerfile: string): ReadonlyArray<string> =>
  instructions(dockerfile)
    .filter(({ name, text }) => name === "COPY" && !text.includes("--from="))
    .flatMap(({ text }) =>
      words(text)
        .filter((word) => !word.startsWith("--"))
        .slice(0, -1)
    )

/** Returns the sources of COPY that come from a stage whose work folder is /app. */
const copiedFromBuild = (dockerfile: string): ReadonlyArray<string> =>
  instructions(dockerfile)
    .filter(({ name, text }) => name === "COPY" && text.includes("--from=build"))
    .flatMap(({ text }) =>
      words(text)
        .filter((word) => !word.startsWith("--"))
        .slice(0, -1)
    )
    .map((path) => path.replace(/^\/app\//u, ""))

const last = (dockerfile: string, wanted: string): string | undefined =>
  instructions(dockerfile).findLast(({ name }) => name === wanted)?.text

const variables = (text: string): ReadonlyArray<string> =>
  [...new Set(text.match(/\bMON_[A-Z0-9_]*[A-Z0-9]/gu))].toSorted()

const sources = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file))

const packageSources = ["apps", "packages"].flatMap((place) =>
  readdirSync(join(root, place))
    .map((name) => join(place, name, "src"))
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap(sources)
)

/** The variables whose whole name occurs in quotes in the code. */
const known: ReadonlySet<string> = new Set(
  packageSources.flatMap((file) =>
    [...read(file).matchAll(/["'`](MON_[A-Z0-9_]+)["'`]/gu)].map(([, name]) => name ?? "")
  )
)
const unknownVariables = (text: string) => variables(text).filter((name) => !known.has(name))

const dockerfile = read("Dockerfile")
const scripts = new Set(Object.keys((JSON.parse(read("package.json")) as { readonly scripts: object }).scripts))

describe("the Dockerfile", () => {
  it("copies only what is there", () => {
    expect(copied(dockerfile).filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(copiedFromBuild(dockerfile).filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(copied("FROM x\nCOPY here gone ./").filter((path) => !existsSync(join(root, path)))).toEqual([
      "here",
      "gone"
    ])
  })

  it("keeps what it copies out of .dockerignore", () => {
    const ignored = new Set(read(".dockerignore").split("\n"))
    expect(
      [...copied(dockerfile), "package-lock.json", ".npmrc", ".node-version"].filter((path) => ignored.has(path))
    ).toEqual([])
  })

  it("lets neither settings nor history into the image", () => {
    expect(read(".dockerignore").split("\n")).toEqual(
      expect.arrayContaining([".git", ".env", ".env.*", "*.env", "data", "**/node_modules"])
    )
  })

  it("builds by the steps of npm start", () => {
    expect(unknownScripts(dockerfile, scripts)).toEqual([])
    expect(dockerfile).toContain("RUN npm run prestart\n")
    expect(unknownScripts("RUN npm run prestart && npm run no-such", scripts)).toEqual(["no-such"])
  })

  it("runs the program that npm start runs", () => {
    const start = (JSON.parse(read("package.json")) as { readonly scripts: { readonly start: string } }).scripts.start
    const program = (JSON.parse(last(dockerfile, "CMD") ?? "[]") as ReadonlyArray<string>).join(" ")
    expect(start).toMatch(new RegExp(`${program.replaceAll(".", "\\.")}$`, "u"))
    expect(dockerfile).toContain(/MALLOC_ARENA_MAX=\d+/u.exec(start)?.[0])
  })

  it("has the Node of the tests", () => {
    const node = read(".node-version").trim()
    const images = instructions(dockerfile).filter(({ name }) => name === "FROM")
    expect(images.filter(({ text }) => !text.startsWith(`node:${node}-`))).toEqual([])
  })

  it("ends as an ordinary user, with a signal and a health check that the service understands", () => {
    expect(last(dockerfile, "USER")).toMatch(/^(?!root$|0$)\w+$/u)
    const at = (wanted: string) => instructions(dockerfile).findLastIndex(({ name }) => name === wanted)
    expect(at("USER")).toBeGreaterThan(at("RUN"))
    expect(last(dockerfile, "STOPSIGNAL")).toBe("SIGTERM")
    expect(last(dockerfile, "HEALTHCHECK")).toContain("deploy/container/ready.mjs")
    expect(read("deploy/container/ready.mjs")).toContain("/ready")
  })

  it("holds no secret", () => {
    const set = instructions(dockerfile)
      .filter(({ name }) => name === "ENV" || name === "ARG")
      .map(({ text }) => text)
      .join(" ")
    expect(set).not.toMatch(/SECRET|PASSWORD|TOKEN|KEY|DATABASE_URL/u)
  })
})

interface Service {
  readonly image: string
  readonly command?: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: ReadonlyArray<string> }
  readonly deploy?: { readonly replicas: number }
  readonly volumes?: ReadonlyArray<string>
  readonly env_file?: string
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

describe("the compose file", () => {
  const compose = parse(read("compose.yaml"), { merge: true }) as Compose
  const service = (name: string): Service => {
    const found = compose.services[name]
    if (found === undefined) throw new Error(`no service ${name}`)
    return found
  }

  it("has a database, an API and two workers", () => {
    expect(Object.keys(compose.services)).toEqual(["postgres", "api", "worker"])
    expect(service("worker").deploy?.replicas).toBe(2)
  })

  it("waits for what is healthy", () => {
    expect(service("api").depends_on).toEqual({ postgres: { condition: "service_healthy" } })
    expect(service("worker").depends_on).toEqual({
      postgres: { condition: "service_healthy" },
      api: { condition: "service_healthy" }
    })
    expect(service("worker").healthcheck?.test).toContain(service("worker").environment?.["MON_METRICS_PORT"])
  })

  it("runs a program of the image, in the role that its name says", () => {
    expect(service("api").environment?.["MON_ROLE"]).toBe("api")
    expect(service("worker").command?.at(-1)).toBe("apps/worker/dist/main.js")
    expect(existsSync(join(root, "apps/worker/src/main.ts"))).toBe(true)
  })

  it("takes secrets from a file that is not in the repository, and keeps the data", () => {
    expect(service("api").env_file).toBe(".env")
    expect(read(".gitignore").split("\n")).toContain(".env")
    expect(read("compose.yaml")).not.toMatch(/MON_SECRET:|PASSWORD: (?!\$\{)/u)
    const [volume = ""] = service("postgres").volumes ?? []
    expect(Object.keys(compose.volumes)).toContain(volume.split(":", 1)[0])
  })
})

describe("the memory of Node", () => {
  const limit =
    /--min-semi-space-size=\d+ --max-semi-space-size=\d+ --heap-growing-percent=\d+/u.exec(read("package.json"))?.[0] ??
    ""

  it.each([
    "Dockerfile",
    "compose.yaml",
    ...readdirSync(join(root, "deploy/systemd"))
      .filter((file) => file.endsWith(".service"))
      .map((file) => `deploy/systemd/${file}`)
  ])("is limited in %s as in npm start", (file) => {
    expect(limit).not.toBe("")
    expect(read(file).replaceAll('", "', " ")).toContain(limit)
  })
})

const units = readdirSync(join(root, "deploy/systemd")).filter((file) => file.endsWith(".service"))

/** Returns the lines of a unit as pairs. Sections do not share names, so the pairs need no section. */
const settings = (text: string) =>
  text
    .split("\n")
    .filter((line) => /^\w+=/u.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const)

describe("systemd units", () => {
  it.each(units)("%s starts a program that the build makes, as an ordinary user", (unit) => {
    const given = new Map(settings(read(`deploy/systemd/${unit}`)))
    const program = given.get("ExecStart")?.split(" ").at(-1) ?? ""
    expect(existsSync(join(root, program.replace("/dist/", "/src/").replace(/\.js$/u, ".ts")))).toBe(true)
    expect(given.get("User")).toBe("mon")
    expect(given.get("NoNewPrivileges")).toBe("yes")
    expect(given.get("ProtectSystem")).toBe("strict")
    expect(existsSync(join(root, given.get("Documentation")?.replace("file:///opt/mon/", "") ?? ""))).toBe(true)
  })

  const verifier = spawnSync("systemd-analyze", ["--version"])

  it.skipIf(verifier.status !== 0)("systemd finds nothing wrong with them", () => {
    const folder = mkdtempSync(join(tmpdir(), "mon-units-"))
    try {
      // The link has a path without spaces, even if the path of the repository has some. systemd checks that the
      // program exists.
      mkdirSync(join(folder, "units"))
      symlinkSync(root, join(folder, "mon"))
      const verify = (name: string, text: string) => {
        const file = join(folder, "units", name)
        writeFileSync(
          file,
          text.replaceAll("/opt/mon", join(folder, "mon")).replace(/^EnvironmentFile=\//mu, "EnvironmentFile=-/")
        )
        const { stderr, stdout } = spawnSync("systemd-analyze", ["verify", "--man=no", "--recursive-errors=no", file], {
          encoding: "utf8"
        })
        return (stdout + stderr).split("\n").filter((line) => line.includes(name))
      }
      for (const unit of units) expect(verify(unit, read(`deploy/systemd/${unit}`))).toEqual([])
      expect(verify("wrong.service", "[Service]\nExecStart=/bin/true\nNoSuchSetting=yes\n")).not.toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe("names of settings", () => {
  it.each([
    "Dockerfile",
    "compose.yaml",
    "deploy/container/ready.mjs",
    "deploy/container/env.example",
    ...units.map((unit) => `deploy/systemd/${unit}`)
  ])("%s has only such as the code reads", (file) => {
    expect(unknownVariables(read(file))).toEqual([])
  })

  it.each(readdirSync(join(root, "docs/operations")).filter((file) => file.endsWith(".md")))(
    "%s has only such as the code reads",
    (file) => {
      // `MON_NAME_*` stands for a family of settings.
      expect(unknownVariables(read(`docs/operations/${file}`).replaceAll(/\bMON_[A-Z0-9_]*_\*/gu, ""))).toEqual([])
    }
  )

  it("notices one that it does not", () => {
    expect(unknownVariables("MON_PORT=1 MON_PROT=1")).toEqual(["MON_PROT"])
  })
})
