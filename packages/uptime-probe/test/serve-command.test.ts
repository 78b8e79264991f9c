import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { afterAll, describe, expect, it } from "vitest"
import { makeAuthority, startSite } from "@mon/tooling/testbed"
import { mainCommand } from "../src/cli/mainCommand.ts"

const folder = mkdtempSync(join(tmpdir(), "mon-serve-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileWith = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const good = fileWith("good.yml", "modules:\n  http_2xx:\n    prober: http\n")

/** Runs the command until it reports that it listens, and then calls `use`. */
const run = async (argv: ReadonlyArray<string>, use: (origin: string) => Promise<void> = () => Promise.resolve()) => {
  const stop = new AbortController()
  const out: Array<string> = []
  const err: Array<string> = []
  const { promise: origin, resolve: listening } = Promise.withResolvers<string>()
  const code = mainCommand.run(argv, {
    out: (text) => {
      out.push(text)
      const [, found] = /^Listening on (\S+)\n/u.exec(text) ?? []
      if (found !== undefined) listening(found)
    },
    err: (text) => err.push(text),
    colour: false,
    interactive: false,
    version: "1.2.3",
    signal: stop.signal,
    makeProbe: () => ({ check: () => Promise.reject(new Error("No check was wanted.")) }),
    makeServiceProbe: () => {
      throw new Error("No service was wanted.")
    },
    observeRecords: () => Promise.reject(new Error("No records were wanted.")),
    pause: () => Promise.resolve()
  })
  const first = await Promise.race([origin, code])
  try {
    if (typeof first === "string") await use(first)
  } finally {
    stop.abort("SIGTERM")
  }
  return { code: await code, out: out.join(""), err: err.join("") }
}

const serve = (file: string, ...more: ReadonlyArray<string>) => [
  "serve",
  "--listen",
  "127.0.0.1:0",
  "--config",
  file,
  ...more
]

const trusting = (options: string) => `{ prober: http, http: { tls_config: { ca_file: ca.pem, ${options} } } }`

/** Returns whether a probe of a port succeeds. */
const success = async (origin: string, module: string, { port }: { readonly port: number }) =>
  /^probe_success (\d)$/mu.exec(
    await (await fetch(`${origin}/probe?module=${module}&target=https://127.0.0.1:${port}/`)).text()
  )?.[1]

describe("serve on the command line", () => {
  it("serves until it is stopped, and exits 0", async () => {
    const found = await run(serve(good), async (origin) => {
      expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u)
      expect(await (await fetch(`${origin}/-/healthy`)).text()).toBe("Healthy")
      const blocked = await (await fetch(`${origin}/probe?target=127.0.0.1:9`)).text()
      expect(blocked).toContain('probe_outcome_info{outcome="blocked_address"} 1')
    })
    expect(found).toMatchObject({ code: 0, err: "" })
  })

  it("reaches the networks that --allow names", async () => {
    await run(serve(good, "--allow", "127.0.0.0/8"), async (origin) => {
      const target = new URL(origin).host
      expect(await (await fetch(`${origin}/probe?target=${target}/-/healthy`)).text()).toContain("\nprobe_success 1\n")
    })
  })

  it("shows its configuration without secrets, and reads the file again", async () => {
    const file = fileWith(
      "secrets.yml",
      `modules:
  a: { prober: http, http: { basic_auth: { username: ada, password: canary1 }, headers: { X-A: b, Cookie: canary2 } } }
  b: { prober: http, http: { authorization: { credentials: canary3 }, body: canary4, bearer_token: null } }
  body: { prober: http, http: { method: PUT } }
  c: { prober: http, http: { bearer_token: canary5, http_headers: { Cookie: { values: [canary6] }, X-C: { secrets: [canary7] } } } }
`
    )
    await run(serve(file), async (origin) => {
      const shown = await (await fetch(`${origin}/config`)).text()
      expect(shown).toContain("username: ada")
      expect(shown).toContain("X-A: b")
      expect(shown).toContain("method: PUT")
      expect(shown).not.toContain("canary")
      writeFileSync(file, "modules: { a: { prober: http, http: { metod: GET } } }")
      const refused = await fetch(`${origin}/-/reload`, { method: "POST" })
      expect([refused.status, await refused.text()]).toEqual([
        500,
        expect.stringContaining("modules.a.http.metod is not an option.")
      ])
      writeFileSync(file, "modules: { d: { prober: http } }")
      expect((await fetch(`${origin}/-/reload`, { method: "POST" })).status).toBe(200)
      expect(await (await fetch(`${origin}/config`)).text()).toContain("d:")
    })
  })

  it("takes the options of blackbox_exporter, and says whether a file can be used", async () => {
    const found = await run([
      "serve",
      `--config.file=${good}`,
      "--config.check",
      "--history.limit=5",
      "--web.listen-address",
      ":9115"
    ])
    expect(found).toEqual({ code: 0, out: `${good} can be used: http_2xx\n`, err: "" })
    const wrong = await run(["serve", "--check", "--config", fileWith("wrong.yml", "modules: { a: { prober: unix } }")])
    expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringContaining("modules.a.prober must be") })
    expect(wrong.err).not.toContain("--skip-unsupported")
  })

  it("starts without the modules that cannot be used if it is asked to, and names them", async () => {
    const file = fileWith(
      "mixed.yml",
      `modules:
  http_2xx: { prober: http }
  socket: { prober: unix }
  proxy: { prober: http, http: { proxy_url: "http://a:canary@p", proxy_connect_header: { Proxy-Authorization: [canary] } } }
  oauth: { prober: http, http: { oauth2: { client_id: a, client_secret: canary, endpoint_params: { b: canary } } } }
  grpc: { prober: grpc, grpc: { metadata: { authorization: [canary] }, tls_config: { key: canary } } }
`
    )
    expect((await run(serve(file))).err).toMatch(/\n--skip-unsupported starts without these modules\.\n$/u)
    const found = await run(serve(file, "--skip-unsupported"), async (origin) => {
      const refused = await fetch(`${origin}/probe?module=socket&target=a`)
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining("modules.socket.prober must")
      ])
      expect((await fetch(`${origin}/probe?target=127.0.0.1:9`)).status).toBe(200)
      const shown = await (await fetch(`${origin}/config`)).text()
      expect(shown).toContain("client_id: a")
      expect(shown).not.toContain("canary")
    })
    expect(found.err.split("\n")).toEqual([
      'Skipped: modules.socket.prober must be http, tcp, dns, icmp or grpc. "unix" is not supported.',
      "Skipped: modules.proxy.http.proxy_url is not supported: a probe connects to the target itself.",
      "Skipped: modules.proxy.http.proxy_connect_header is not supported: a probe connects to the target itself.",
      "Skipped: modules.oauth.http.oauth2 is not supported: use authorization with a token.",
      "Skipped: modules.grpc.grpc.tls_config must have both a certificate (cert or cert_file) and its key (key or key_file), or neither.",
      ""
    ])
    const none = fileWith("none.yml", "modules: { socket: { prober: unix } }")
    expect(await run(serve(none, "--skip-unsupported"))).toMatchObject({ code: 2 })
  })

  it("reads the file again after SIGHUP", async () => {
    const file = fileWith("hangup.yml", "modules: { a: { prober: http } }")
    const found = await run(serve(file), async (origin) => {
      writeFileSync(file, "modules: { b: { prober: http } }")
      process.emit("SIGHUP")
      expect(await (await fetch(`${origin}/config`)).text()).toContain("b:")
      writeFileSync(file, "modules: { b: { prober: unix } }")
      process.emit("SIGHUP")
      expect(await (await fetch(`${origin}/config`)).text()).toContain("prober: http")
    })
    expect(found.err).toMatch(/^The configuration was reloaded\.\nThe configuration was not loaded\. /u)
    expect(process.listenerCount("SIGHUP")).toBe(0)
  })

  it("shows a client certificate, and offers the versions of TLS that the module names", async () => {
    const authority = await makeAuthority()
    const { certPem, keyPem } = await authority.issue({ names: ["prober.example.com"] })
    const tls = await authority.issue({ names: ["127.0.0.1"] })
    const closed = await startSite({ tls: { ...tls, clientCaPem: authority.rootPem } })
    const old = await startSite({
      tls: { ...tls, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }
    })
    fileWith("ca.pem", authority.rootPem)
    fileWith("client.pem", certPem)
    fileWith("client.key", keyPem)
    const file = fileWith(
      "tls.yml",
      `modules:
  plain: ${trusting("")}
  client: ${trusting("cert_file: client.pem, key_file: client.key")}
  lax: ${trusting("insecure_skip_verify: true")}
  old: ${trusting("min_version: TLS11")}
  new: ${trusting("min_version: TLS13")}
`
    )
    await run(serve(file, "--allow", "127.0.0.0/8"), async (origin) => {
      expect(await success(origin, "plain", closed)).toBe("0")
      expect(await success(origin, "client", closed)).toBe("1")
      expect(await success(origin, "plain", old)).toBe("0")
      expect(await success(origin, "lax", old)).toBe("0")
      expect(await success(origin, "old", old)).toBe("1")
      expect(await success(origin, "new", old)).toBe("0")
    })
    await Promise.all([closed.close(), old.close()])
  })

  it.each([
    [["serve"], 64, "--config is missing. It must be the path of a file."],
    [["serve", "--config", good, "--listen", "localhost:1"], 64, "--listen must be an address and a port such as"],
    [["serve", "--config", good, "--listen", "127.0.0.1:65536"], 64, "--listen must be an address and a port such as"],
    [["serve", "--config", good, "--concurrency", "0"], 64, "--concurrency must be a whole number from 1 to 10000"],
    [["serve", "--config", good, "example.com"], 64, 'Unexpected argument: "example.com".'],
    [serve("/nowhere.yml"), 2, "/nowhere.yml cannot be read: ENOENT"],
    [serve(fileWith("broken.yml", "modules: [")), 2, "broken.yml is not valid YAML: "],
    [serve(fileWith("twice.yml", "modules: {}\nmodules: {}")), 2, "twice.yml is not valid YAML: "],
    [serve(fileWith("empty.yml", "")), 2, "modules must have at least one module."],
    [
      serve(fileWith("debian.yml", "modules: { live: { prober: websocket }, socket: { prober: unix } }")),
      2,
      '  modules.live.prober must be http, tcp, dns, icmp or grpc. "websocket" is not supported.\n  modules.socket.prober must be http'
    ]
  ])("%j exits %i with a sentence", async (argv, code, message) => {
    const found = await run(argv)
    expect(found).toMatchObject({ code, out: "" })
    expect(found.err).toContain(message)
  })

  it("exits 2 if the port is in use", async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", () => resolve()))
    const address = other.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const found = await run(["serve", "--config", good, "--listen", `127.0.0.1:${port}`])
    other.close()
    expect(found).toMatchObject({ code: 2, out: "" })
    expect(found.err).toContain(`Cannot listen on 127.0.0.1:${port}: `)
  })

  it("has its own help, which the help of the command names", async () => {
    expect((await run(["--help"])).out).toContain("mon-uptime-probe serve --help")
    expect((await run(["serve", "--help"])).out).toMatch(
      /^Usage: mon-uptime-probe serve --config <file> \[options\]\n/u
    )
  })
})
