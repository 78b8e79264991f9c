import { execFileSync } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

it.each(["create-domain", "check", "alert"])("the way %s passes no more files than before", (name) => {
  const listed = execFileSync(process.execPath, ["--conditions=@mon/source", "scripts/way.mjs", name], {
    cwd: ROOT,
    encoding: "utf8"
  })
  expect(listed).toMatch(/^ +1 apps\//u)
  expect(listed).toMatch(/\d+ files in \d+ packages; at most \d+\.\n$/u)
})
