// `npm run image` runs the steps of a Dockerfile without a container engine. This test uses a small Dockerfile.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"

const script = fileURLToPath(new URL("../../scripts/image-rehearsal.mjs", import.meta.url))
const canIsolate =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["--mount", "--net", "true"]).status === 0

const DOCKERFILE = `# The image of a small server.
FROM node:24 AS build
WORKDIR /app
COPY . .
RUN node build.mjs && \\
      test ! -e secret.env

FROM node:24
ARG WITH_TOOLS=0
RUN if [ "$WITH_TOOLS" = 1 ]; then exit 3; fi
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/small
WORKDIR /app
COPY --from=build /app/built.mjs ./
COPY ready.mjs ./deploy/ready.mjs
ENV PORT=3000 \\
    DATA=/var/lib/small
USER node
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s CMD ["node", "deploy/ready.mjs"]
CMD ["node", "built.mjs"]
`
const SERVER = `
import { createServer } from "node:http"
import { writeFileSync } from "node:fs"
writeFileSync(process.env.DATA + "/file", "ok")
createServer((_, response) => response.end("ok")).listen(Number(process.env.PORT), "0.0.0.0")
process.on("SIGTERM", () => process.exit(0))
`
const FILES: Readonly<Record<string, string>> = {
  Dockerfile: DOCKERFILE,
  ".dockerignore": "*.env\n",
  "secret.env": "PASSWORD=x",
  "server.mjs": SERVER,
  "build.mjs": `import { copyFileSync } from "node:fs"; copyFileSync("server.mjs", "built.mjs")`,
  "ready.mjs":
    "const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/`); process.exit((await answer.text()) === 'ok' ? 0 : 1)"
}

describe.skipIf(!canIsolate)("the steps of an image (skipped without root and namespaces)", () => {
  const folders: Array<string> = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  const rehearse = (changes: Readonly<Record<string, string>> = {}) => {
    const folder = mkdtempSync(join(tmpdir(), "mon-small-image-"))
    folders.push(folder)
    for (const [name, text] of Object.entries({ ...FILES, ...changes })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    spawnSync("git", ["init", "--quiet", folder])
    const { status, stderr, stdout } = spawnSync(process.execPath, [script, folder], { encoding: "utf8" })
    return { status, stderr, stdout }
  }

  it("are built, run as the user of the image, become healthy and end with its signal", () => {
    const { status, stderr, stdout } = rehearse()
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toContain("HEALTHCHECK: healthy as user node")
    expect(stdout).toContain("SIGTERM: ended with 0")
    expect(existsSync("/app")).toBe(false)
    expect(existsSync("/var/lib/small")).toBe(false)
  }, 120_000)

  it.each([
    ["a step fails", { "build.mjs": "process.exit(3)" }, /RUN node build\.mjs .*\nended with 3/u],
    ["a file is not there", { Dockerfile: DOCKERFILE.replace("/app/built.mjs", "/app/gone.mjs") }, /gone\.mjs/u],
    [
      "the service may not write its data",
      { Dockerfile: DOCKERFILE.replace("--owner=node --group=node ", "") },
      /not healthy:[^]*EACCES/u
    ],
    ["the signal ends it with a failure", { "server.mjs": SERVER.replace("exit(0)", "exit(4)") }, /"code":4/u]
  ])(
    "are refused if %s",
    (_what, changes, message) => {
      const { status, stderr } = rehearse(changes)
      expect(status).toBe(1)
      expect(stderr).toMatch(message)
    },
    120_000
  )
})
